"""Static-analysis tools that give context: one module for each, all started in the same way. Files in, a ToolRun out."""
