"""Engines that are other programs: a prompt on standard input, a reply on standard output, in a folder of their own."""
