"""Line numbers of the keys in a TOML file, which the standard parser does not report.

The scanner relies on valid TOML, because the standard parser has read the file before. It only separates
keys from values.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TypeAlias

Path: TypeAlias = tuple[str | int, ...]  # of a value: ("tables", 3, "rules", "minimum")

_BLANK = re.compile(r"(?:[ \t\r\n,]|#[^\n]*)*")
_KEY = re.compile(r"""[ \t]*(?:"((?:[^"\\\n]|\\.)*)"|'([^'\n]*)'|([A-Za-z0-9_-]+))[ \t]*""")
_STRING = re.compile(
    r'''"""(?:[^\\]|\\.)*?"{3,5}|\'\'\'.*?'{3,5}|"(?:[^"\\\n]|\\.)*"|'[^'\n]*\'''', re.DOTALL
)
_BARE = re.compile(r"[^,\]}#\n]+")


def lines_of(text: str) -> dict[Path, int]:
    """Return the line number of each key and table of a valid TOML text, indexed by path."""
    scanner = _Scanner(text)
    scanner.document()
    return scanner.lines


def line_at(text: str, path: Path) -> int:
    """Return the line number of a value, or of the nearest enclosing table that the text contains."""
    known = lines_of(text)
    while path:
        if found := [line for each, line in known.items() if each[: len(path)] == path]:
            return min(found)
        path = path[:-1]
    return 1


class _Scanner:
    """A scanner that reads a TOML text once, from key to key."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.lines: dict[Path, int] = {}
        self._counted = (0, 1)  # position up to which lines are counted, and the line there
        self._elements: dict[Path, int] = {}  # the last element of each array of tables

    def document(self) -> None:
        """Scan the tables and their keys to the end of the text."""
        table: Path = ()
        while self._skip() < len(self.text):
            if self.text[self.at] == "[":
                table = self._heading()
            else:
                self._pair(table)

    def _skip(self) -> int:
        found = _BLANK.match(self.text, self.at)
        assert found is not None, "nothing at all is blank, too"
        self.at = found.end()
        return self.at

    def _line(self) -> int:
        before, line = self._counted
        line += self.text.count("\n", before, self.at)
        self._counted = (self.at, line)
        return line

    def _heading(self) -> Path:
        """Scan `[table]` or `[[array of tables]]`. A table inside an array belongs to its last element."""
        line, is_array = self._line(), self.text.startswith("[[", self.at)
        self.at += 2 if is_array else 1
        *above, name = self._names()
        path = (*self._placed(tuple(above)), name)
        self.at += 2 if is_array else 1
        if is_array:
            self._elements[path] = self._elements.get(path, -1) + 1
            path = (*path, self._elements[path])
        elif path in self._elements:
            path = (*path, self._elements[path])
        self.lines.setdefault(path, line)
        return path

    def _placed(self, names: tuple[str, ...]) -> Path:
        path: Path = ()
        for name in names:
            path = (*path, name)
            if path in self._elements:
                path = (*path, self._elements[path])
        return path

    def _names(self) -> Iterator[str]:
        """Yield the parts of a dotted key."""
        while found := _KEY.match(self.text, self.at):
            self.at = found.end()
            yield next(part for part in found.groups() if part is not None)
            if not self.text.startswith(".", self.at):
                return
            self.at += 1

    def _pair(self, table: Path) -> None:
        line, names = self._line(), tuple(self._names())
        path = (*table, *names)
        for length in range(len(table) + 1, len(path) + 1):
            self.lines.setdefault(path[:length], line)
        self.at += 1  # the equals sign
        self._skip()
        self._value(path)

    def _value(self, path: Path) -> None:
        match self.text[self.at]:
            case '"' | "'":
                found = _STRING.match(self.text, self.at)
            case "[":
                return self._array(path)
            case "{":
                return self._inline(path)
            case _other:
                found = _BARE.match(self.text, self.at)
        assert found is not None, "a sound text has a value here"
        self.at = found.end()
        return None

    def _array(self, path: Path) -> None:
        self.at += 1
        number = 0
        while self._skip() < len(self.text) and self.text[self.at] != "]":
            self.lines[*path, number] = self._line()
            self._value((*path, number))
            number += 1
        self.at += 1

    def _inline(self, path: Path) -> None:
        self.at += 1
        while self._skip() < len(self.text) and self.text[self.at] != "}":
            self._pair(path)
        self.at += 1
