"""The rules, one per file, and the machinery that runs them and joins causes."""
