"""The command line: arguments in, bytes and an exit code out."""
