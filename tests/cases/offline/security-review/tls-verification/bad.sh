#!/bin/sh
curl -sk https://mirror.internal/tool.tgz -o tool.tgz # expect: download-without-certificate-check
