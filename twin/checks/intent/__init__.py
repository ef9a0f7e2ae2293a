"""Intent: what was asked for is wrong, or the text differs from it."""
