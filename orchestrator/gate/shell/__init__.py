"""A command line for a shell comes in; the programs it would start, with what is known of their arguments, go out."""
