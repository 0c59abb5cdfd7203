"""A round of every game over a real socket, with a guest, bots and a spectator. No secret is sent."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.server.tables.house import QUICK, Standing, in_house
from tests.support.every_game import ONE_OF_EACH_KIND, small_choices

from novamas.client import TableClient
from novamas.games.bacara_dos_panos.cloth import CARDS
from novamas.table.deeds import Deed
from novamas.table.events import Dealt, Looked
from novamas.table.refusals import Refused

STAKES = ("bet", "stake", "buy", "bid", "banco")
CHIPS = 900_000
MAX_ACTS = 60


def wish(table: TableClient, *, has_bet: bool) -> Deed | None:
    """Return the next act of a simple player, who buys chips, stakes once, and takes first offers."""
    me = table.view.eyes
    stakes = [offer for offer in table.offers if offer.act.by == me and offer.act.verb() in STAKES]
    given = stakes if stakes and not has_bet else table.offers if table.view.turn == me else ()
    acts: list[Deed] = [offer.act for offer in given]
    return next(iter(acts), None)


async def a_round(table: TableClient) -> None:
    """Play until the end of one more round."""
    wanted, has_bet = table.view.rounds + 1, False
    for _ in range(MAX_ACTS):
        if table.view.rounds >= wanted:
            return
        deed = wish(table, has_bet=has_bet)
        number = table.number
        if deed is not None:
            has_bet = True
            try:
                await table.do(deed)
            except Refused:  # a bot was first
                assert not any(offer.covers(deed) for offer in table.offers)
                has_bet = False
        elif table.view.turn != table.view.eyes and not next(s for s in table.seats if s.seat == 1).ready:
            await table.ready()
        else:
            await table.until(
                lambda now, before=number: (
                    (
                        now.number != before  # type: ignore[misc]
                        and (now.view.rounds >= wanted or now.view.turn == now.view.eyes or bool(now.offers))
                    )
                    or not next(seat for seat in now.seats if seat.seat == 1).ready
                )
            )
    raise AssertionError((table.view.phase, table.view.turn, table.offers[:2]))


def known_to(view: Any, me: int) -> list[object]:
    """Return the cards that a view must not show: face-down cards of other players."""
    own = {me, *held_between_cloths(view, me)} if me else set()
    return [held.card for pile in view.piles if pile.owner not in own for held in pile.cards if not held.up]


def held_between_cloths(view: Any, me: int) -> set[str]:
    """Return the piles of bacará a dos paños by holder: the banker, or the player of a cloth."""
    holders = getattr(getattr(view.shows, "coup", None), "holders", None)
    if holders is None:
        return set()
    by_pile = dict(zip(CARDS, (*holders, view.shows.banker), strict=True))
    return {pile for pile, holder in by_pile.items() if holder == me}


@pytest.mark.parametrize("slug", ONE_OF_EACH_KIND)
def test_a_round_of_every_game_with_bots_and_somebody_at_the_rail(slug: str, tmp_path: Path) -> None:
    async def play(standing: Standing) -> None:
        choices = small_choices(slug)
        async with standing.visitor("Ana", language="ca") as ana, standing.visitor("Blai") as blai:
            bots = dict.fromkeys(range(2, min(choices["seats"], 4) + 1), "steady")
            opened = await ana.open(slug, pace=QUICK, bots=bots, **choices)
            async with ana.at(opened.table) as mine, blai.at(opened.table) as rail:
                await mine.sit(1, CHIPS)
                assert mine.eyes == "s1"
                await a_round(mine)
                reached = mine.number
                assert reached is not None
                await rail.until(lambda now: (now.number or 0) >= reached)
                check_told(mine, {0, 1})
                check_told(rail, {0})
                await mine.stand()
                await mine.until(lambda now: all(seat.seat != 1 or seat.mind for seat in now.seats))
                assert mine.eyes == "rail"

    in_house(tmp_path / "books.sqlite", play)


def check_told(table: TableClient, seats: set[int]) -> None:
    """Check that all events came once and in order, without face-down cards of others.

    `seats` are the viewpoints of the client. The rail sees no face-down card.
    """
    told = list(table._told)
    numbers = [(one.number, one.nth) for message in told for one in message.events]
    assert numbers == sorted(set(numbers))
    states = [message.number for message in told]
    assert states == sorted(states)
    assert any(message.says for message in told) == (table.language is not None)
    for message in told:
        me = message.view.eyes if isinstance(message.view.eyes, int) else 0
        assert me in seats
        assert set(known_to(message.view, me)) <= {None}
        for one in message.events:
            event = one.event
            if isinstance(event, Dealt) and not event.up and event.to != me:
                assert event.card is None
            if isinstance(event, Looked) and event.owner != me:
                assert event.card is None
