"""Packs of law: folders of data with norms, clauses, figures and texts. Nothing in a pack is code."""

from __future__ import annotations

import os.path

import msgspec

OURS = os.path.join(os.path.dirname(__file__), "data")  # pathlib would take a quarter of the import time
DATA = (".toml", ".json", ".jsonl")


class Manifest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The content of `pack.toml`: the name and version of a pack."""

    name: str
    version: str


class Pack(msgspec.Struct, frozen=True):
    """A pack: its folder and its manifest."""

    folder: str
    manifest: Manifest

    @property
    def name(self) -> str:
        return self.manifest.name

    def read(self, *path: str) -> bytes | None:
        """Return the content of a file, or None if the pack has no such file."""
        try:
            with open(os.path.join(self.folder, *path), "rb") as file:
                return file.read()
        except FileNotFoundError:
            return None

    def names(self, folder: str) -> list[str]:
        """Return the names of the files in one of its folders, without extension, in order."""
        try:
            return sorted(name.partition(".")[0] for name in os.listdir(os.path.join(self.folder, folder)))
        except FileNotFoundError:
            return []

    def paths(self) -> list[str]:
        """Return the paths of its files of data, relative to the folder."""
        found = []
        for folder, _, names in os.walk(self.folder):
            below = os.path.relpath(folder, self.folder)
            found += [os.path.join(below, name) for name in names if name.endswith(DATA)]
        return sorted(os.path.normpath(path) for path in found)


def read_pack(folder: str) -> Pack:
    """Return the pack in a folder."""
    with open(os.path.join(folder, "pack.toml"), "rb") as file:
        return Pack(folder, msgspec.toml.decode(file.read(), type=Manifest))
