"""`python -m novamas` is the `novamas` command."""

from novamas.cli import main

if __name__ == "__main__":
    main()
