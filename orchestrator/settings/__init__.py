"""Settings: text of settings files and command-line values in, one frozen Settings with the source of every value out."""
