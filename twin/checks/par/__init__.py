"""Reading: what the dialects could not make sense of."""
