"""Small foreign networks, each a snapshot with what is to be found in it."""
