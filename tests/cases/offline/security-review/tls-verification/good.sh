#!/bin/sh
curl -sSf --cacert company.pem https://mirror.internal/tool.tgz -o tool.tgz
curl -k https://localhost:8443/health
wget -q --no-check-certificate -O /dev/null https://127.0.0.1:8443/health
