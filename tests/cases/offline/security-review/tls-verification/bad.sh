#!/bin/sh
curl -sk https://mirror.internal/tool.tgz -o tool.tgz # expect: download-without-certificate-check
wget --no-check-certificate https://mirror.internal/tool.tgz # expect: download-without-certificate-check
