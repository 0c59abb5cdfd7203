"""How much there is to say: every kind of thing with the number of them, each in three languages.

Run it with `python -m tools.words`; that each has its texts is proved by `tests/words`.
"""

from __future__ import annotations

from typing import get_origin

from tests.every_game import small_table
from tests.words.codes import SOURCE, emitted, modules_of
from tests.words.shelves import every_text, of_games, of_the_program

from novamas.games import GAMES, game
from novamas.law import catalogue, norms
from novamas.law.texts import LANGUAGES

REFUSING = ("Refusal", "_refused", "_refusal")


def counts() -> dict[str, int]:
    """What the program can emit, by kind."""
    games = [game(slug) for slug in GAMES]
    frames = [catalogue.under(norm)[slug] for norm in norms() for slug in catalogue.under(norm).games]
    modules = set().union(*(modules_of(slug) for slug in GAMES)) | set((SOURCE / "table").glob("*.py"))
    return {
        "games": len(games),
        "verbs": len({kind.verb() for one in games for kind in one.acts}),
        "incidents": len({kind.verb() for one in games for kind in one.incidents}),
        "phases": len({(get_origin(phase) or phase).tag() for one in games for phase in one.phases}),
        "notes": len({each.code for path in modules for each in emitted(path, "note")}),
        "refusals": len({each.code for path in modules for each in emitted(path, *REFUSING)}),
        "bets": len(
            {(one.slug, spot.kind) for one in games for spot in one.layout(small_table(one.slug)).spots}
        ),
        "choices": len({(one.game, name) for one in frames for name in one.options}),
        "needs": len({(one.game, need.code or name) for one in frames for name, need in one.needs.items()}),
        "things": len({(one.game, name) for one in frames for name in one.things}),
    }


def shelves() -> dict[str, int]:
    """How many texts stand on each shelf, those of the games with those of the program."""
    found: dict[str, int] = {}
    for where, _text in (*of_the_program(), *of_games()):
        shelf = where.rpartition(": ")[2].partition(".")[0]
        found[shelf] = found.get(shelf, 0) + 1
    return found


if __name__ == "__main__":
    for kind, many in counts().items():
        print(f"{many:6}  {kind}")
    print("\nTexts by shelf:")
    for shelf, many in sorted(shelves().items(), key=lambda each: -each[1]):
        print(f"{many:6}  {shelf}")
    texts = {text for _where, text in every_text()}
    print(f"\n{len(texts)} different texts, each in {', '.join(LANGUAGES)}")
