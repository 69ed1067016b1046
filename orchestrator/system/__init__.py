"""The only doors to the outside: git, processes, files, clock."""
