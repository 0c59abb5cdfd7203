"""Packs of law: folders of data with norms, clauses, figures and texts. Nothing in a pack is code.

Our own norms are a pack like any other. A third-party pack is read completely when it is opened, within
bounds: the number and size of its files, known names, text without invisible characters. A fault is
reported in one sentence with its file and line. `novamas.law.library` then rejects the pack and works
without it.
"""

from __future__ import annotations

import os.path
import re
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from novamas.errors import NovamasError, quoted

OURS = os.path.join(os.path.dirname(__file__), "data")  # pathlib would take a quarter of the import time
DATA = (".toml", ".json", ".jsonl")
MAX_FILES = 500
MAX_BYTES = 4_000_000  # of one file
KNOWN_FILES = (  # of a pack, by their paths; patterns are compiled when there is a pack
    r"(?:pack|norms|words|conduct|displays|bonds)\.toml|clauses_readings(?:\.(?:es|ca))?\.toml"
    r"|clauses_headings\.json|clauses/(?:(?:es|ca)/)?\w+\.jsonl|(?:figures|rankings|words|cases)/\w+\.toml"
)
SPACES = str.maketrans("", "", "\n\u00a0\u202f")  # that a text may have, although they are not printable
_AT_LINE = r"\(at line (\d+)"
_RANGE = r"\s*(>=|<=|==|<|>)\s*(\d+(?:\.\d+)*)\s*"
_VERSION = r"\d+(?:\.\d+)*"


class PackFault(NovamasError):
    """Raised when a pack of law has a fault. Gives the file, the line and the problem."""

    norms: frozenset[str] = frozenset()  # of the pack, as far as they are known


class Manifest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The content of `pack.toml`: a pack's name, its version, and the versions of novamas it works with."""

    name: str
    version: str
    needs: str = ""  # a range: ">=0.1,<2"
    readers: tuple[str, ...] = ()  # people who answer for the reading of the law
    source: str = ""  # hash of the text that was read


class Pack(msgspec.Struct, frozen=True):
    """A pack: its folder, its manifest and, for a third-party pack, the content of its files."""

    folder: str
    manifest: Manifest
    files: Mapping[str, bytes] | None = None  # by path; None: ours, which are read when they are needed

    @property
    def name(self) -> str:
        return self.manifest.name

    @property
    def title(self) -> str:
        """The name with the version, as it appears in records and messages."""
        return f"{self.name} {self.manifest.version}"

    def read(self, *path: str) -> bytes | None:
        """Return the content of a file, or None if the pack has no such file."""
        if self.files is not None:
            return self.files.get("/".join(path))
        try:
            with open(os.path.join(self.folder, *path), "rb") as file:
                return file.read()
        except FileNotFoundError:
            return None

    def table(self, *path: str) -> dict[str, Any]:
        """Return the content of a TOML file, empty if there is none. Raise `PackFault` if it is malformed."""
        content = self.read(*path)
        if content is None:
            return {}
        if self.files is None:
            return msgspec.toml.decode(content)  # type: ignore[no-any-return]  # a file is a table
        return _toml(self.path(*path), content.decode())

    def first_table(self, *path: str) -> dict[str, Any]:
        """Return the first table of a TOML file under its name. In our own files the rest is not parsed."""
        content = self.read(*path) if self.files is None else None
        if content is None:
            return self.table(*path)
        begin = content.find(b"\n[")
        end = content.find(b"\n[", begin + 1)
        return msgspec.toml.decode(content if end < 0 else content[:end])  # type: ignore[no-any-return]

    def path(self, *path: str) -> str:
        """Return the path of a file as a message shows it."""
        return os.path.join(self.folder, *path)

    @property
    def fingerprint(self) -> str:
        """The hash of all its files."""
        from hashlib import blake2b

        digest = blake2b(digest_size=16)
        for path in self.paths():
            content = self.read(*path.split("/")) or b""
            digest.update(f"{self.name} {path} {len(content)} ".encode())
            digest.update(content)
        return digest.hexdigest()

    def paths(self) -> list[str]:
        """Return the paths of the pack's data files, relative to its folder and with slashes."""
        return sorted(self.files) if self.files is not None else sorted(_data_files(self.folder))

    def names(self, folder: str) -> list[str]:
        """Return the names of the files in one of the pack's folders, without extension."""
        if self.files is None:
            return [name.partition(".")[0] for name in os.listdir(os.path.join(self.folder, folder))]
        within = (path.rpartition("/") for path in self.files)
        return [name.partition(".")[0] for above, _, name in within if above == folder]


def our_pack(folder: str = OURS) -> Pack:
    """Return the pack of our own norms, whose files are part of novamas."""
    with open(os.path.join(folder, "pack.toml"), "rb") as file:
        return Pack(folder, msgspec.toml.decode(file.read(), type=Manifest))


def read_pack(folder: str, version: str) -> Pack:
    """Return the pack in a folder.

    Raise `PackFault` if the pack has a fault or is for another version of novamas. The range of versions is
    read first, because this version may not know everything in a later pack.
    """
    if not os.path.isfile(os.path.join(folder, "pack.toml")):
        raise PackFault("no_pack", path=folder)
    content = _bounded(os.path.join(folder, "pack.toml"))
    path = os.path.join(folder, "pack.toml")
    written = _toml(path, _text(path, content))
    _check_range(path, written, version)
    manifest = converted(path, written, Manifest)
    files = {}
    for number, name in enumerate(_data_files(folder)):
        file = os.path.join(folder, name)
        if number >= MAX_FILES:
            raise at(file, 1, NovamasError("pack_too_many_files", most=MAX_FILES))
        if not re.fullmatch(KNOWN_FILES, name):
            raise at(file, 1, NovamasError("pack_file_unknown", given=quoted(name)))
        files[name] = _bounded(file)
        _text(file, files[name])
    return Pack(folder, manifest, files)


def at(path: str, line: int, why: NovamasError) -> PackFault:
    """Return a problem as a fault in a pack, with file and line."""
    return PackFault("pack_at_fault", path=path, line=line, why=why)


def converted(path: str, written: object, kind: Any, line: int = 1, where: str = "") -> Any:
    """Convert a part of a file to its type. Raise `PackFault` for a field that the type does not allow."""
    try:
        return msgspec.convert(written, kind)
    except msgspec.ValidationError as fault:
        says, _, place = str(fault).partition(" - at `$")
        field = f"{where}{place.rstrip('`')}".strip(".") or _named(says)
        raise at(path, line, NovamasError("pack_field", field=quoted(field), says=says)) from None


def _named(says: str) -> str:
    """Return the field that an error message of the decoder names."""
    return next(iter(re.findall(r"`([^`]*)`", says)), "")


def check_characters(path: str, value: object, line: int = 1) -> None:
    """Raise `PackFault` if a text has invisible characters, which could rewrite a terminal."""
    waiting = [value]
    while waiting:
        one = waiting.pop()
        if isinstance(one, str):
            if not one.translate(SPACES).isprintable():
                wrong = next(each for each in one.translate(SPACES) if not each.isprintable())
                raise at(path, line, NovamasError("pack_invisible", character=f"U+{ord(wrong):04X}"))
        elif isinstance(one, dict):
            waiting += [*one.keys(), *one.values()]
        elif isinstance(one, list | tuple):
            waiting += one


def _data_files(folder: str) -> Iterator[str]:
    """Yield the paths of the data files in a folder. Raise `PackFault` for a link: it may lead outside."""
    for place, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if name != "__pycache__" and not name.startswith("."))
        for name in sorted((*folders, *names)):
            path = os.path.join(place, name)
            if os.path.islink(path):
                raise at(path, 1, NovamasError("pack_link"))
            if name.endswith(DATA) and name in names:
                yield os.path.relpath(path, folder).replace(os.sep, "/")


def _bounded(path: str) -> bytes:
    try:
        with open(path, "rb") as file:
            content = file.read(MAX_BYTES + 1)
    except OSError as fault:
        raise at(path, 1, NovamasError("pack_unreadable", errno=fault.errno)) from None
    if len(content) > MAX_BYTES:
        raise at(path, 1, NovamasError("pack_file_too_large", most=MAX_BYTES))
    return content


def _text(path: str, content: bytes) -> str:
    try:
        return content.decode()
    except UnicodeDecodeError as fault:
        line = content[: fault.start].count(b"\n") + 1
        raise at(path, line, NovamasError("pack_not_utf8")) from None


def _toml(path: str, text: str) -> dict[str, Any]:
    import tomllib  # imported here: with our norms alone only msgspec needs it

    from novamas.toml_text import TomlBeyondBounds, load

    try:
        found = load(text)
    except TomlBeyondBounds as fault:
        raise at(path, int(fault.figures.get("line", 1)), fault) from None
    except tomllib.TOMLDecodeError as fault:
        line = re.search(_AT_LINE, str(fault))
        last = text.count("\n") + 1
        why = NovamasError("pack_not_toml", says=str(fault).partition(" (at")[0])
        raise at(path, int(line[1]) if line else last, why) from None
    check_characters(path, found)
    return found


def _check_range(path: str, written: Mapping[str, Any], version: str) -> None:
    """Raise `PackFault` if a pack does not work with this version, or if its range is malformed."""
    needs = written.get("needs", "")
    bounds = [re.fullmatch(_RANGE, part) for part in needs.split(",")] if isinstance(needs, str) else [None]
    if needs and not all(bounds):
        raise at(path, 1, NovamasError("pack_range_unreadable", given=quoted(needs)))
    now = _parts(version)
    for bound in filter(None, bounds):
        sign, wanted = bound[1], _parts(bound[2])
        length = max(len(now), len(wanted))
        one, other = ((*each, *[0] * (length - len(each))) for each in (now, wanted))
        fits = {
            ">=": one >= other,
            "<=": one <= other,
            "==": one == other,
            "<": one < other,
            ">": one > other,
        }
        if not fits[sign]:
            raise at(path, 1, NovamasError("pack_for_other_version", needs=needs, version=version))


def _parts(version: str) -> tuple[int, ...]:
    found = re.match(_VERSION, version)
    return tuple(int(part) for part in found[0].split(".")) if found else (0,)
