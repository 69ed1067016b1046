"""Stage 6, what becomes of findings between rounds: findings and fixes in, what is new, what is settled, who looks again out."""
