"""The tour: every page and a round of every game in a browser, with pictures of each. `make tour`.

`python -m tests.web.tour [FOLDER [NAME…]]` leaves the pictures and `report.md` in the folder, by default
`tour`. With names, it visits only these games and pages. It fails if it finds a fault.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.web.walking import NODE, ROOT, WEB, a_house


def tour(folder: Path, names: list[str]) -> int:
    """Visit all pages of a separate house, and print each finding at once."""
    with TemporaryDirectory() as books, a_house(Path(books)) as address:
        command = [str(NODE), "tests/browser/tour.mjs", address, str(folder.resolve()), *names]
        return subprocess.run(command, cwd=WEB, check=False).returncode


if __name__ == "__main__":
    asked = sys.argv[1:] or [str(ROOT / "tour")]
    sys.exit(tour(Path(asked[0]), asked[1:]))
