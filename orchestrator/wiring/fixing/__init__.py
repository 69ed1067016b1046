"""Fixing in the user's work tree: accepted texts come in, files, the index and commits change, and every change can be taken back.

`workspace.py` writes and restores, `journal.py` remembers across a kill, `commit.py` commits, `project_tests.py` runs the project's tests.
"""
