"""The text of a gazette, split into headings and clauses with ids, as a first draft of a pack's index."""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec import Struct

LONGEST_HEADING = 90  # characters; a heading has no full stop either
_ROMAN = "IVXL"
_KINDS = (  # of numbers before a paragraph, each with the pattern of the number; the first that fits counts
    ("epigraph", r"(?:[Ee]p[íi]graf[eo]?\s+)(\d+)[ºª]?"),
    ("article", r"[Aa]rt(?:[íi]culo|icle|\.)\s*(\d+)[ºª]?"),
    ("epigraph", r"(0\d)"),
    ("roman", rf"([{_ROMAN}]+)(?=[.\-–—)\s])"),
    ("capital", r"([A-Z])(?=[.)])"),
    ("number", r"(\d{1,2})(?=[.)ºª\-–])"),
    ("letter", r"([a-zñ])(?=[.)])"),
)
_AFTER = r"[.ºª)\-–—:]*\s+"
_BULLET = re.compile(r"(?:[—–\-•]|#+)\s+")
_NUMBERS = [(kind, re.compile(f"{pattern}{_AFTER}")) for kind, pattern in _KINDS]
_SENTENCE = re.compile(r"(?<=[.;])\s+(?=[A-ZÁÉÍÓÚÀÈÒÜÑ¿¡«“\"—])")


class Passage(Struct, frozen=True):
    """One sentence of a gazette: its id, the headings above it, and its text."""

    id: str
    path: tuple[str, ...]
    epigraph: str  # the first step of the id
    text: str


def split_gazette(text: str, norm: str) -> list[Passage]:
    """Split a text into sentences, numbered by the headings and numbers above them."""
    found: list[Passage] = []
    known: set[str] = set()
    above: list[tuple[str, str, str]] = []  # kind, step of the id, heading or ""
    counts: dict[str, int] = {}
    for paragraph in _paragraphs(text):
        kind, step, rest = _numbered(paragraph)
        if kind:
            kinds = [one for one, _, _ in above]
            above = above[: kinds.index(kind)] if kind in kinds else above
            is_heading = len(rest) <= LONGEST_HEADING and not rest.endswith((".", ";", ":"))
            above.append((kind, step, f"{step} {rest}" if is_heading else ""))
            if is_heading:
                continue
        sentences = [one for one in _SENTENCE.split(rest) if one]
        node = ".".join((norm, *(each for _, each, _ in above))) if above else f"{norm}.0"
        for sentence in sentences:
            id = node
            if not kind or len(sentences) > 1 or node in known:
                counts[node] = counts.get(node, 0) + 1
                id = f"{node}.{counts[node]}"
            while id in known:
                id = f"{id}b"
            known.add(id)
            path = tuple(heading for _, _, heading in above if heading) or (norm,)
            found.append(Passage(id, path, above[0][1] if above else "0", sentence))
    return found


def _paragraphs(text: str) -> Iterator[str]:
    """Yield the paragraphs. Blank lines separate them, and so do numbers and bullets before a line."""
    lines: list[str] = []
    for line in (*text.splitlines(), ""):
        bare = " ".join(line.split())
        if lines and (not bare or _numbered(bare)[0] or _BULLET.match(bare)):
            yield _joined(lines)
            lines = []
        if bare:
            lines.append(bare)


def _joined(lines: list[str]) -> str:
    """Join the lines of a paragraph. A word divided at the end of a line is made whole."""
    return re.sub(r"(?<=[a-záéíóúñç])- (?=[a-záéíóúñç])", "", " ".join(lines))


def _numbered(paragraph: str) -> tuple[str, str, str]:
    """Return the kind of number before a paragraph, the number, and the rest."""
    for kind, pattern in _NUMBERS:
        if found := pattern.match(paragraph):
            step = found[1].zfill(2) if kind == "epigraph" else found[1].replace("ñ", "n")
            return kind, f"A{step}" if kind == "article" else step, paragraph[found.end() :]
    bullet = _BULLET.match(paragraph)
    return "", "", paragraph[bullet.end() :] if bullet else paragraph
