"""On which line of a TOML file each key stands: the standard reader gives values, and no places.

The file has been read before, so that it is sound; only what parts keys from values must be known here.
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
    """The line of every key and every table of a sound TOML text, by the path of its value."""
    scanner = _Scanner(text)
    scanner.document()
    return scanner.lines


class _Scanner:
    """Goes once through a text, from key to key."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.lines: dict[Path, int] = {}
        self._counted = (0, 1)  # up to where lines have been counted, and how many there are
        self._elements: dict[Path, int] = {}  # of arrays of tables, the last of each

    def document(self) -> None:
        """Tables and the keys in them, to the end of the text."""
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
        """`[table]`, or `[[one more of an array]]`; tables within are those of its last element."""
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
        """The parts of a key, with dots between them."""
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
        self.at += 1  # the sign of equality
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
