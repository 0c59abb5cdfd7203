"""The notebooks of the docs, executed: `python -m tools.notebooks` runs each and keeps what it shows."""

from __future__ import annotations

from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent.parent / "docs" / "notebooks"
SECONDS = 300  # for a cell


def executed(path: Path) -> Any:
    """A notebook, run from its first cell to its last, with nothing in it of when or where that was."""
    import nbformat
    from nbclient import NotebookClient

    notebook = nbformat.read(path, as_version=4)
    NotebookClient(notebook, timeout=SECONDS, kernel_name="python3").execute()
    notebook.metadata = {"language_info": {"name": "python"}}
    for cell in notebook.cells:
        cell.metadata = {}
    return notebook


def shown(notebook: Any) -> list[Any]:
    """What each cell of code shows, as far as people read it."""
    return [
        [_plain(output) for output in cell["outputs"]]
        for cell in notebook["cells"]
        if cell["cell_type"] == "code"
    ]


def _plain(output: Any) -> Any:
    if output["output_type"] == "stream":
        return output["text"]
    return {kind: told for kind, told in sorted(output.get("data", {}).items()) if kind.startswith("text/")}


def main() -> None:
    """Execute all of them in their places."""
    import nbformat

    for path in sorted(FOLDER.glob("*.ipynb")):
        nbformat.write(executed(path), path)


if __name__ == "__main__":
    main()
