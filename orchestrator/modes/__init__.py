"""Modes: entries of settings files, weakest first, in; checked modes and everything that had to be put right, out."""
