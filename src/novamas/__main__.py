"""Run the `novamas` command with `python -m novamas`."""

import sys

from novamas.cli import main

if __name__ == "__main__":
    sys.exit(main())
