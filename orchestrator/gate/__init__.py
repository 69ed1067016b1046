"""Stage 8, the gate: evidence of finished reviews in, one decision out: may this change leave.

Importable with the standard library alone: hooks start it with nothing else on the path.
"""
