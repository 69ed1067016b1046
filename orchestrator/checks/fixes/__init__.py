"""Fixes that a tool itself proposes: findings in, proposals with exact edits out. Nothing is guessed and nothing written."""
