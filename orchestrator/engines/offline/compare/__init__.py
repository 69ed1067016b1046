"""Detectors that compare before and after, and look at what the rest of the repository makes of the difference."""
