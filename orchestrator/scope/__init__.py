"""Stage 1, which files: git's answers in, a Change and its targets out."""
