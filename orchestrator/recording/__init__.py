"""Recording a review: a mode and what it is shown come in, findings recorded by one reviewer through its tools go out."""
