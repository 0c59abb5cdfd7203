"""Print docs/arena.md: the page on the arena, generated from the layouts."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from novamas.games import GAMES
from novamas.games import game as game_named
from novamas.house.opening import frame_to_play, open_as_written
from novamas.sim.arena import Arena, arena_module, has_arena

HEAD = Path(__file__).with_name("arena.head.md")

ACTS = {
    "stand": "take no more cards",
    "hit": "take a card",
    "double": "double the stake of the hand and take one card",
    "split": "make two hands of a pair",
    "surrender": "give up half the stake",
    "even_money": "take even money on a black jack",
    "decline": "take no offer",
    "insure": "insure half the stake",
    "go_on": "nothing can be decided",
    "fold": "give up the hand",
    "go": "play on",
    "leave": "leave the bet in play",
    "withdraw": "take the bet back",
    "check": "stay in without a further bet",
    "bet": "place the further bet",
    "pass": "check",
    "match": "call",
    "raise_least": "bet or raise by the least amount",
    "raise_third": "by a third of the pot",
    "raise_half": "by half the pot",
    "raise_pot": "by the pot",
    "raise_two_pots": "by two pots",
    "all_in": "by all chips, or the most allowed",
    "raise_to": "to the exact total beside the act",
    "take_half": "take back half of a bet that zero caught",
    "imprison": "leave it in prison",
    "leave_in_prison": "leave it in prison for another spin",
    "as_house": "set the hand as the house does",
    "no": "take no third card",
    "carta": "take a third card",
    "served": "keep all cards",
}
BY_PLACES = {
    "low:": "put the cards at two places, as they are shown, in the low hand",
    "pair:": "put the tiles at two places, as they are shown, in one hand",
    "discard:": "change the cards at these places, as they are shown",
}
MAX_LISTED = 14


def page() -> str:
    """Return the page on the arena."""
    return HEAD.read_text("utf-8") + "".join(
        map(_section, filter(lambda slug: has_arena(game_named(slug)), GAMES))
    )


def _section(slug: str) -> str:
    table = open_as_written(frame_to_play(slug), {})
    module = arena_module(table.game)
    arena: Arena = module.arena(table)
    about = " ".join(module.__doc__.split())
    lines = [
        f"\n## {slug}\n",
        f"Under {table.frame.norm}. {about}\n",
        "| field | size | range | what it means |",
        "| --- | --- | --- | --- |",
    ]
    lines += [
        f"| `{each.name}` | {each.size} | {each.least}–{each.most} | {each.says} |"
        for each in arena.layout.fields
    ]
    return "\n".join((*lines, "", *_acts(arena), ""))


def _acts(arena: Arena) -> Iterator[str]:
    others = [name for name in arena.actions if name not in ACTS]
    for prefix, does in BY_PLACES.items():
        named = [name for name in others if name.startswith(prefix)]
        if named:
            first, last = (arena.actions.index(name) for name in (named[0], named[-1]))
            yield f"Acts {first} to {last}, `{named[0]}` to `{named[-1]}`, {does}.\n"
    bets = [name for name in others if not name.startswith(tuple(BY_PLACES))]
    if bets:
        listed = ", ".join(f"`{name}`" for name in bets[:MAX_LISTED])
        more = f" and {len(bets) - MAX_LISTED} more" if len(bets) > MAX_LISTED else ""
        yield (
            f"Acts 0 to {len(bets) - 1} place a bet at its usual stake: {listed}{more}.\n"
            if len(bets) < len(arena.actions)
            else f"Each act places a bet at its usual stake: {listed}{more}."
        )
    known = [(number, name) for number, name in enumerate(arena.actions) if name in ACTS]
    if known:
        yield "| number | act | what it does |"
        yield "| --- | --- | --- |"
    yield from (f"| {number} | `{name}` | {ACTS[name]} |" for number, name in known)


if __name__ == "__main__":
    sys.stdout.write(page())
