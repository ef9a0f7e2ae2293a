"""`python -m twin.cli` is `twin`."""

from twin.cli.main import main

if __name__ == "__main__":
    main()
