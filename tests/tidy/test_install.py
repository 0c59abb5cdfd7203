"""novamas installed without extras: the wheel with its required packages in a separate environment."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple
from zipfile import ZipFile

import pytest
from tests.support.core_only import FURTHER, IN_THE_CORE, work

from novamas.extras import PACKAGES

ROOT = Path(__file__).parents[2]
MAX_SIZE = 80_000_000  # bytes of the installed files, bytecode included
pytestmark = pytest.mark.soak


class Installed(NamedTuple):
    """An environment with the core, the wheel from which it was installed, and the size of both in bytes."""

    bin: Path
    wheel: Path
    size: int
    folder: Path

    def run(self, line: str, typed: str = "") -> subprocess.CompletedProcess[str]:
        """Run a command as a user would."""
        environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
        return subprocess.run(
            [self.bin / "novamas", "--lang", "en", *line.split()],
            input=typed,
            capture_output=True,
            text=True,
            check=False,
            cwd=self.folder,
            env={**environment, "NOVAMAS_DATA": str(self.folder / "data"), "PYTHONDONTWRITEBYTECODE": "1"},
        )


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Installed:
    folder = tmp_path_factory.mktemp("install")
    pip = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation"]
    subprocess.run([*pip, "--wheel-dir", str(folder), str(ROOT)], check=True)
    (wheel,) = folder.glob("*.whl")
    subprocess.run([sys.executable, "-m", "venv", str(folder / "venv")], check=True)
    python, before = folder / "venv" / "bin" / "python", set(files(folder / "venv"))
    install = [str(python), "-m", "pip", "install", "--quiet", "--no-deps"]
    required = ROOT / "requirements" / "core.txt"
    subprocess.run([*install, "--require-hashes", "--requirement", str(required)], check=True)
    subprocess.run([*install, str(wheel)], check=True)
    subprocess.run([str(python), "-m", "pip", "check"], check=True)
    size = sum(path.stat().st_size for path in files(folder / "venv") if path not in before)
    work(folder)
    return Installed(python.parent, wheel, size, folder)


def files(folder: Path) -> Iterator[Path]:
    """Return all files in a folder that are not links."""
    return (path for path in folder.rglob("*") if path.is_file() and not path.is_symlink())


def test_the_core_is_small(installed: Installed) -> None:
    print(f"{installed.size / 1e6:.1f} MB")  # noqa: T201 - shown with -s
    assert 10_000_000 < installed.size <= MAX_SIZE


def test_no_optional_package_is_there(installed: Installed) -> None:
    names = [each for packages in PACKAGES.values() for each in packages]
    program = f"from importlib.util import find_spec; print([n for n in {names} if find_spec(n)])"
    ran = subprocess.run(
        [installed.bin / "python", "-I", "-c", program], capture_output=True, text=True, check=True
    )
    assert ran.stdout.strip() == "[]"


def test_every_command_of_the_core_works(installed: Installed) -> None:
    for line, typed in IN_THE_CORE:
        ran = installed.run(line, typed)
        assert (ran.returncode, ran.stderr) == (0, ""), line
        assert ran.stdout or " --to " in line


@pytest.mark.parametrize(("line", "extra"), FURTHER, ids=lambda each: str(each)[:40])
def test_every_other_command_names_its_extra(line: str, extra: str, installed: Installed) -> None:
    ran = installed.run(line)
    assert ran.returncode == 2
    assert ran.stderr.endswith(f'install it with “pip install "novamas[{extra}]"”.\n')
    assert ran.stderr.count("\n") == 1


def test_the_wheel_has_the_browser_app_with_the_licences_of_its_fonts(installed: Installed) -> None:
    with ZipFile(installed.wheel) as wheel:
        names = wheel.namelist()
        licences = [name for name in names if name.startswith("novamas/web/licences/")]
        assert len(licences) == 3
        for name in licences:
            assert "SIL OPEN FONT LICENSE Version 1.1" in wheel.read(name).decode()
    families = {Path(name).stem for name in licences}
    fonts = [Path(name).name for name in names if name.endswith(".woff2")]
    assert fonts
    assert all(font.startswith(tuple(families)) for font in fonts)
