import ssl

import paramiko
from cryptography.hazmat.primitives.asymmetric import rsa


def connect(host, sock):
    client = paramiko.SSHClient()
    client.load_system_host_keys()
    client.set_missing_host_key_policy(paramiko.RejectPolicy())
    key = rsa.generate_private_key(65537, 3072)
    channel = ssl.create_default_context().wrap_socket(sock, server_hostname=host)
    return client, key, channel
