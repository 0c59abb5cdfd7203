"""What is deployed fits the program: the settings, the unit of systemd, the container file."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
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
