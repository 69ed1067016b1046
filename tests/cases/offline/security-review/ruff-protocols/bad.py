import ssl
import telnetlib

import paramiko
from cryptography.hazmat.primitives.asymmetric import rsa


def connect(host, sock):
    terminal = telnetlib.Telnet(host)  # expect: S312
    client = paramiko.SSHClient()
    client.set_missing_host_key_policy(paramiko.AutoAddPolicy())  # expect: S507
    key = rsa.generate_private_key(65537, 1024)  # expect: S505
    channel = ssl.wrap_socket(sock, ssl_version=ssl.PROTOCOL_SSLv3)  # expect: S502
    return terminal, client, key, channel
