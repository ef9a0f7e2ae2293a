"""The command line `twin`: one file per command, heavy imports inside the command."""
