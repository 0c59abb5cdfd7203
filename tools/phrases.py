"""Words of each clause, beside every place of the figures that cites it.

tests/law/phrases stores them, one file per game. A test looks for each phrase in the text of its clause, so
an id that is replaced by another fails the test. `python -m tools.phrases` proposes phrases for places that
have none and removes those of places that no longer exist. Then read them: is the clause about that figure?
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import msgspec

from novamas.law import clauses
from novamas.law.clauses import Clause
from tools.cited import Group, written_groups

FOLDER = Path(__file__).parent.parent / "tests" / "law" / "phrases"
BY_NAME = 3  # from this number of clauses, the `cite` of a group only sums them up
SMALL = re.compile(  # no phrase begins or ends with such a word
    "an?|all|and|any|are|as|at|be|by|each|for|from|has|he|her|his|if|in|is|its?|may|must|not|of|on|one"
    "|only|or|other|that|the|their|then|there|they|this|those|to|when|where|which|who|with"
)
Phrases = dict[str, dict[str, list[str]]]  # by norm and place


def folded(text: str) -> str:
    """Return a text in small letters, for comparison."""
    return " ".join(text.lower().split())


def fits(phrase: str, named: Clause) -> bool:
    """Return whether a clause contains these words. With a full stop, they must be its whole text."""
    if " · " in phrase:
        return phrase == _with_heading(named)
    return phrase == folded(named.says) if phrase.endswith(".") else phrase in folded(named.says)


def _with_heading(named: Clause) -> str:
    return folded(f"{named.says} · {named.path[-1]}")


def places(group: Group) -> Iterator[tuple[str, list[Clause]]]:
    """Yield the places of a group that cite clauses: its `cite`, and each figure that is a clause."""
    named = group.named
    cited = group.cited if len(named) < BY_NAME else group.cited[:1]
    if cited:
        yield group.path, cited
    for name, found in named.items():
        yield f"{group.path}/{name}", found


@cache
def kept(game: str) -> Phrases:
    """Return the stored phrases of a game."""
    path = FOLDER / f"{game}.toml"
    return msgspec.toml.decode(path.read_bytes(), type=Phrases) if path.exists() else {}


def proposed(group: Group, place: str, named: Clause) -> str:
    """Return three to five words in a row that no other clause of the game contains."""
    wanted = {word for word in re.split(r"[./_]", place) if len(word) > 3}
    rivals = [other for other in _rivals(group) if other.id != named.id]
    text = folded(named.says)
    if any(folded(other.says) == text for other in rivals):
        return _with_heading(named)
    found = [(_weight(words, start, wanted), phrase) for words, start, phrase in _runs(text)]
    unique = [one for one in sorted(found) if not any(fits(one[1], other) for other in rivals)]
    return unique[0][1] if unique else text


def _rivals(group: Group) -> list[Clause]:
    """Return the clauses that could be confused with this one: all clauses of the games in its file."""
    games = _games_spoken_of()[group.norm, group.game]
    return [clause for clause in clauses(norm=group.norm) if clause.game in games]


@cache
def _games_spoken_of() -> dict[tuple[str, str], set[str]]:
    found: dict[tuple[str, str], set[str]] = {}
    for group in written_groups():
        named = [clause for _, clauses in places(group) for clause in clauses]
        found.setdefault((group.norm, group.game), {"general"}).update(clause.game for clause in named)
    return found


def _runs(text: str) -> Iterator[tuple[list[str], int, str]]:
    """Yield sequences of words from a text. None begins or ends with a small word."""
    found = list(re.finditer(r"[^\s()\[\];:,.\"“”«»]+(?:[.,]\d+)*", text))
    for start in range(len(found)):
        for end in range(start, min(start + 8, len(found))):
            words = [one.group() for one in found[start : end + 1]]
            phrase = text[found[start].start() : found[end].end()]
            small = SMALL.fullmatch(words[0]) or SMALL.fullmatch(words[-1])
            if not small and len(phrase) > 3 and '"' not in phrase:
                yield words, start, phrase


def _weight(words: list[str], start: int, wanted: set[str]) -> float:
    """Return the rank of a phrase, where lower is better.

    The best has about four words, is early in the text, and shares a word with the figure's name.
    """
    shared = sum(any(word.startswith(want[:4]) for word in words) for want in wanted)
    return abs(len(words) - 4) * 0.5 + start * 0.1 - shared


def propose() -> dict[str, Phrases]:
    """Return the phrases of all games: stored ones for existing places, proposals for the others."""
    found: dict[str, Phrases] = {}
    for group in written_groups():
        had = kept(group.game).get(group.norm, {})
        for place, named in places(group):
            phrases = had.get(place, [])
            if len(phrases) != len(named):
                phrases = [proposed(group, place, clause) for clause in named]
            found.setdefault(group.game, {}).setdefault(group.norm, {})[place] = phrases
    return found


def main() -> None:
    """Write the phrases of every game."""
    FOLDER.mkdir(exist_ok=True)
    for game, phrases in propose().items():
        tables = []
        for norm, by_place in phrases.items():
            lines = [
                f"{_quoted(place)} = [{', '.join(map(_quoted, said))}]" for place, said in by_place.items()
            ]
            tables.append("\n".join((f'["{norm}"]', *lines)))
        (FOLDER / f"{game}.toml").write_text("\n\n".join(tables) + "\n", "utf-8")


def _line(place: str, phrases: list[str]) -> str:
    return f"{_quoted(place)} = [{', '.join(map(_quoted, phrases))}]"


def _quoted(text: str) -> str:
    return msgspec.json.encode(text).decode()


if __name__ == "__main__":
    main()
