"""The deployment files match the program: settings, systemd unit, container file."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from novamas.cli.program import program
from novamas.server.settings import Settings, read_settings

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
UNIT = DEPLOY / "novamas.service"
CONTAINER = (DEPLOY / "Containerfile").read_text()
ANALYZE = shutil.which("systemd-analyze")


def options() -> set[str]:
    return {option for one in program(("serve",)).commands["serve"].params for option in one.opts}


def test_the_file_of_settings_has_every_setting_as_it_is() -> None:
    assert read_settings(DEPLOY / "house.toml") == Settings()
    said = (DEPLOY / "house.toml").read_text()
    for name, group in ((name, getattr(Settings(), name)) for name in Settings.__struct_fields__):
        for field in type(group).__struct_fields__:
            assert re.search(rf"^(?:# )?{field} = ", said, re.MULTILINE), f"{name}.{field}"


def test_the_unit_calls_the_command_as_it_is() -> None:
    line = re.search(r"^ExecStart=\S+/novamas serve (.*)$", UNIT.read_text(), re.MULTILINE)
    assert line
    assert set(re.findall(r"--[a-z\-]+", line[1])) <= options()
    stop = int(re.findall(r"^TimeoutStopSec=(\d+)$", UNIT.read_text(), re.MULTILINE)[0])
    assert stop > Settings().serving.drain_seconds + Settings().serving.stop_seconds


@pytest.mark.skipif(ANALYZE is None, reason="there is no systemd here")
def test_systemd_reads_the_unit_and_finds_it_closed(tmp_path: Path) -> None:
    unit = tmp_path / "novamas.service"
    unit.write_text(UNIT.read_text().replace("/opt/novamas/bin/novamas", shutil.which("true") or ""))
    read = subprocess.run(
        [str(ANALYZE), "verify", "--man=no", str(unit)], capture_output=True, text=True, check=False
    )
    ours = [line for line in read.stderr.splitlines() if "novamas.service" in line]
    assert (read.returncode, ours) == (0, []), read.stderr
    judged = subprocess.run(
        [str(ANALYZE), "security", "--offline=yes", "--no-pager", str(unit)],
        capture_output=True,
        text=True,
        check=False,
    )
    exposure = re.search(r"exposure level for \S+: ([0-9.]+)", judged.stdout)
    assert exposure, judged.stdout + judged.stderr
    assert float(exposure[1]) < 2.0


def test_the_container_copies_what_is_there_and_calls_the_command_as_it_is() -> None:
    copied = [
        name
        for line in re.findall(r"^COPY (?!--from)(.*)$", CONTAINER, re.MULTILINE)
        for name in line.split()[:-1]
    ]
    assert copied
    assert [name for name in copied if not (ROOT / name).exists()] == []
    entry = json.loads(re.findall(r"^ENTRYPOINT (.*)$", CONTAINER, re.MULTILINE)[0])
    assert entry[:2] == ["novamas", "serve"]
    assert {word for word in entry if word.startswith("--")} <= options()
    assert f"EXPOSE {Settings().serving.port}" in CONTAINER
    assert re.search(r"^USER 10001$", CONTAINER, re.MULTILINE)


def test_the_container_pins_all_that_it_installs() -> None:
    images = set(re.findall(r"^FROM (\S+)", CONTAINER, re.MULTILINE))
    assert len(images) == 1
    tag, _, digest = images.pop().partition("@")
    assert re.search(r":3\.11\.\d+-slim-[a-z]+$", tag)
    assert re.fullmatch(r"sha256:[0-9a-f]{64}", digest) or re.search(r"^# No digest: .{40}", CONTAINER, re.M)
    assert not (digest and "# No digest" in CONTAINER)
    installs = [line for line in CONTAINER.replace("\\\n", " ").splitlines() if "pip install" in line]
    for command in (part for line in installs for part in re.findall(r"pip install ([^&;]*)", line)):
        assert "--no-deps" in command
        required = re.search(r"--require-hashes -r (\S+)", command)
        assert (ROOT / required[1]).is_file() if required else "wheels/*.whl" in command


@pytest.mark.soak
def test_the_wheel_builds_from_what_the_container_copies(tmp_path: Path) -> None:
    for line in re.findall(r"^COPY (?!--from)(.*)$", CONTAINER, re.MULTILINE):
        *names, _folder = line.split()
        for name in names:
            if (ROOT / name).is_dir():
                skip = shutil.ignore_patterns("node_modules", "__pycache__")
                shutil.copytree(ROOT / name, tmp_path / name, ignore=skip)
            else:
                shutil.copy(ROOT / name, tmp_path / name)
    build = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation"]
    subprocess.run([*build, "--wheel-dir", "wheels", "."], cwd=tmp_path, check=True)
    (wheel,) = (tmp_path / "wheels").glob("novamas-*.whl")
    assert wheel.stat().st_size > 1_000_000
