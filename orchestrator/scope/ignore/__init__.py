"""Patterns from every place that may ignore paths come in; which rule keeps a path from being reviewed goes out."""
