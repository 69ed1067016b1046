"""Stage 7, telling: a Report in, bytes and files out."""
