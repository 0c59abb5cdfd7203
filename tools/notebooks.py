"""Executed notebooks of the docs: `python -m tools.notebooks` runs each one and stores its output."""

from __future__ import annotations

from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent.parent / "docs" / "notebooks"
SECONDS = 300  # for a cell


def executed(path: Path) -> Any:
    """Run all cells of a notebook, and return it without times and paths."""
    import nbformat
    from nbclient import NotebookClient

    notebook = nbformat.read(path, as_version=4)
    NotebookClient(notebook, timeout=SECONDS, kernel_name="python3").execute()
    notebook.metadata = {"language_info": {"name": "python"}}
    for cell in notebook.cells:
        cell.metadata = {}
    return notebook


def shown(notebook: Any) -> list[Any]:
    """Return the output of each code cell as text."""
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
    """Execute all notebooks and store their output in the same files."""
    import nbformat

    for path in sorted(FOLDER.glob("*.ipynb")):
        nbformat.write(executed(path), path)


if __name__ == "__main__":
    main()
