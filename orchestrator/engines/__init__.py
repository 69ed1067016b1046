"""Stage 4b, who answers: one turn request in, a reply or a typed failure out."""
