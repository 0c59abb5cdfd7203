"""Counts of all codes that need a text in three languages, by kind.

Run it with `python -m tools.words`. `tests/words` proves that each code has its texts.
"""

from __future__ import annotations

from tests.support.every_game import small_table
from tests.words.codes import emitted_by_games
from tests.words.text_files import every_text, of_games, of_the_program

from novamas.games import GAMES, game
from novamas.law import catalogue, norms
from novamas.law.texts import LANGUAGES


def counts() -> dict[str, int]:
    """Return the codes that novamas can emit, by kind."""
    frames = [catalogue.under(norm)[slug] for norm in norms() for slug in catalogue.under(norm).games]
    return {
        "games": len(GAMES),
        **{kind: len(codes) for kind, codes in emitted_by_games().items()},
        "bets": len(
            {(slug, spot.kind) for slug in GAMES for spot in game(slug).layout(small_table(slug)).spots}
        ),
        "choices": len({(one.game, name) for one in frames for name in one.options}),
        "needs": len({(one.game, need.code or name) for one in frames for name, need in one.needs.items()}),
        "things": len({(one.game, name) for one in frames for name in one.things}),
    }


def files() -> dict[str, int]:
    """Return the number of texts in each file, including the files of games."""
    found: dict[str, int] = {}
    for where, _text in (*of_the_program(), *of_games()):
        file = where.rpartition(": ")[2].partition(".")[0]
        found[file] = found.get(file, 0) + 1
    return found


if __name__ == "__main__":
    for kind, many in counts().items():
        print(f"{many:6}  {kind}")
    print("\nTexts by file:")
    for file, many in sorted(files().items(), key=lambda each: -each[1]):
        print(f"{many:6}  {file}")
    texts = {text for _where, text in every_text()}
    print(f"\n{len(texts)} different texts, each in {', '.join(LANGUAGES)}")
