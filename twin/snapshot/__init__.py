"""Reading and writing snapshot folders and uploads: bounded, link-safe, atomic."""
