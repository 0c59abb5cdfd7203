"""Forgery of a record: remove its links, change lines, chain them again."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from pathlib import Path

from novamas.record.chain import link_of

LINK = re.compile(r',"link":"[0-9a-f]{64}"}$')


def lines_of(path: Path) -> list[str]:
    return path.read_text("utf-8").splitlines()


def bare(lines: Iterable[str]) -> list[str]:
    """Return the lines without their links."""
    return [LINK.sub("}", line) for line in lines]


def chained(bodies: Iterable[str]) -> list[str]:
    """Chain the lines again, with new figures in the seal. Only a receipt can reveal the forgery."""
    last, found = "00" * 32, list[str]()
    for body in bodies:
        if body.startswith('{"lines":'):
            body = re.sub(
                r'^{"lines":\d+,"last":"[0-9a-f]+"', f'{{"lines":{len(found)},"last":"{last}"', body
            )
        last = link_of(last, body.encode())
        found.append(f'{body[:-1]},"link":"{last}"}}')
    return found


def unchained(lines: Iterable[str]) -> list[str]:
    """Return the same record in the format from before chains existed."""
    *deeds, last = bare(lines)
    seed = json.loads(last).get("seed")
    return [*deeds, f'{{"seed":"{seed}"}}'] if seed else deeds


def put(path: Path, lines: Iterable[str]) -> Path:
    path.write_text("".join(f"{line}\n" for line in lines), "utf-8")
    return path


def rewritten(path: Path, *edits: tuple[str, str]) -> Path:
    """Write a record with some texts replaced and its chain recomputed. Return its path."""
    text = "\n".join(bare(lines_of(path)))
    for old, new in edits:
        assert old in text
        text = text.replace(old, new, 1)
    return put(path, chained(text.split("\n")))
