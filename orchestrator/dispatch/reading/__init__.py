"""Reader tools: a call of an engine in, an answer from the tree under review out, within the budget of one attempt."""
