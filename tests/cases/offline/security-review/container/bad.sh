#!/bin/sh
curl -fsSL https://get.example.org/install | sh # expect: remote-script-piped-to-shell
