"""Packs in installed packages are found by metadata, without importing the packages."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from tests.support.law_pack import NORM, write_pack

from novamas.law.installed import installed_packs


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder of installed packages, one of which has a pack and must not be imported."""
    folder = tmp_path / "site"
    write_pack(folder / "novamas_zz26")
    (folder / "novamas_zz26" / "__init__.py").write_text("raise SystemExit('imported')\n", "utf-8")
    entries(folder, "novamas_zz26", "zz26 = novamas_zz26")
    monkeypatch.syspath_prepend(str(folder))
    return folder


def entries(folder: Path, package: str, *lines: str) -> None:
    """Write the metadata of a package, with entry points of other groups before and after ours."""
    metadata = folder / f"{package}-0.1.0.dist-info"
    metadata.mkdir(parents=True, exist_ok=True)
    text = (
        "[console_scripts]",
        "zz = other:main",
        "",
        "[novamas.law]",
        *lines,
        "",
        "[other]",
        "x = json",
        "",
    )
    (metadata / "entry_points.txt").write_text("\n".join(text), "utf-8")


def run(site: Path, *line: str) -> subprocess.CompletedProcess[str]:
    """Run a command with the packages installed in a folder."""
    code = f"import sys; sys.path.insert(0, {str(site)!r}); from novamas.cli import main; main({list(line)})"
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)


def test_an_installed_pack_is_found_and_not_imported(site: Path) -> None:
    assert installed_packs() == (str(site / "novamas_zz26"),)
    assert "novamas_zz26" not in sys.modules


def test_a_command_uses_it(site: Path) -> None:
    ran = run(site, "law", f"{NORM}.3")
    assert "pays 8 to one" in ran.stdout
    assert ran.stderr == ""


def test_metadata_that_leads_nowhere_is_passed_over(site: Path) -> None:
    """Metadata that names a missing package, a module below a package, or is not text, is ignored."""
    entries(site, "gone", "gone = novamas_of_nowhere")
    entries(site, "deep", "deep = json.decoder")
    (site / "bytes-1.dist-info").mkdir()
    (site / "bytes-1.dist-info" / "entry_points.txt").write_bytes(b"[novamas.law]\nx = \xff\n")
    assert installed_packs() == (str(site / "novamas_zz26"),)


def test_a_faulty_installed_pack_stops_no_command(site: Path) -> None:
    (site / "novamas_zz26" / "pack.toml").write_text('name = "x"\nversion = "1"\nneeds = ">=9"\n', "utf-8")
    ran = run(site, "odds", "boule")
    assert "numero" in ran.stdout
    (line,) = ran.stderr.splitlines()
    assert "The pack needs novamas >=9, and you have" in line
