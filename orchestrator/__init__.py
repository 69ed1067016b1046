"""A change goes in, a panel of independent reviewers looks at it, one verdict comes out."""

__version__ = "0.1.0"
