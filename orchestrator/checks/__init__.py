"""Stage 2, deterministic tools: files in, gate results and tool runs out."""
