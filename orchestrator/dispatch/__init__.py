"""Stage 4, asking: roster and payloads in, exactly one Outcome per dispatched lens out."""
