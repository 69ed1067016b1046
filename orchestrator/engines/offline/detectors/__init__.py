"""Detectors of the offline engine: a view of one lens's payload in, spots with the line that proves them out."""
