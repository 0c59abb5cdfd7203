"""`python -m novamas` is the `novamas` command."""

import sys

from novamas.cli import main

if __name__ == "__main__":
    sys.exit(main())
