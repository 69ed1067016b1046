"""Stage 5, what was found: outcomes in, checked and consolidated findings and the verdict out."""
