"""The review record of a change: its Markdown text and a run's findings in, a checked record and what is still owed out."""
