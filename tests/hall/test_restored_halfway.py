"""A copy made during a partly decided round: decided bets stay decided, the others are returned."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest
from tests.hall.play import ANNA, BERN, House, submit
from tests.hall.test_restored import PATIENT, PLAYED, Restores, by_command, by_copying, draws_after, run

from novamas.hall.tables import commands
from novamas.hall.tables.accounts import book_of, purse
from novamas.hall.tables.entries import BetsReturned, Closed, kind_name
from novamas.hall.tables.records import record_lines
from novamas.hall.tables.table import LiveTable
from novamas.money import Cents
from novamas.server.tables.tasks import TableVerified
from novamas.store import verify
from novamas.table.offers import Offer
from novamas.words import voice_for

PEOPLE = {1: ANNA, 2: BERN}
STAKE = 1_000
BETS: dict[str, dict[int, tuple[str, ...]]] = {  # of each seat
    "blackjack": {1: ("mano:1",), 2: ("mano:2",)},
    "craps": {1: ("win", "field"), 2: ("win",)},
}


async def waiting(house: House, id: str) -> LiveTable:
    """Return a table once it waits for a player or for bets."""
    while True:
        await asyncio.sleep(0.5)
        table = await house.hall.table(id)
        if isinstance(table.session.phase.turn, int) or table.session.phase.pause:
            return table


async def act(house: House, id: str, seat: int, *verbs: str, **values: Any) -> None:
    """Do the first of these acts that is offered to a player, or the first offer if none is."""
    given = (await house.hall.table(id)).view(seat).offers
    named = [offer for verb in verbs for offer in given if offer.act.verb() == verb]
    if "bet" in values:
        named = [offer for offer in named if is_on(offer, values["bet"])]
    result = await submit(house.hall, id, PEOPLE[seat], seat, (named or given)[0].turned(**values))
    assert result.done == 1, (verbs, values)


def is_on(offer: Offer, bet: str) -> bool:
    return offer.dials["bet"].fits(bet) if "bet" in offer.dials else getattr(offer.act, "bet", "") == bet


def belongings(house: House, table: LiveTable | None) -> dict[int, Cents]:
    """Return all chips of each player: in the wallet, in front of the player, and on the cloth."""
    with house.store.reading() as books:
        wallets = {seat: books.balance(purse(person)) for seat, person in PEOPLE.items()}
    if table is None:
        return wallets
    return {seat: has + table.chips_of(seat) + table.staked_by(seat) for seat, has in wallets.items()}


async def bet_all(house: House, id: str) -> dict[int, Cents]:
    """Place all bets and close the betting. Return the players' chips before that."""
    while (table := await waiting(house, id)).session.phase_name != "betting":
        await act(house, id, int(str(table.session.phase.turn)), "take_dice")
    before = belongings(house, table)
    for seat, bets in BETS[table.opened.header.game].items():
        for bet in bets:
            await act(house, id, seat, "bet", bet=bet, cents=STAKE)
    await all_ready(house, id)
    return before


async def all_ready(house: House, id: str) -> None:
    for seat, person in PEOPLE.items():
        await house.hall.apply(id, commands.be_ready(person, seat))


async def hand(house: House, id: str, *verbs: str) -> Cents | None:
    """Play a hand of blackjack. Return the loss of seat 1 while seat 2 is still playing, or None."""
    before = await bet_all(house, id)
    while not (table := await waiting(house, id)).session.phase.pause:
        if not table.staked_by(1) and table.staked_by(2):
            return before[1] - belongings(house, table)[1]
        await act(house, id, int(str(table.session.phase.turn)), *verbs)
    return None


async def bust(house: House, id: str) -> bool:
    """Return whether seat 1 has lost the stake with too many points."""
    return await hand(house, id, "decline", "hit") == STAKE


async def surrendered(house: House, id: str) -> bool:
    """Return whether seat 1 has surrendered and received half of the stake."""
    before = await bet_all(house, id)
    for seat, verb in ((1, "surrender"), (2, "decline")):
        if "surrender" not in {offer.act.verb() for offer in (await waiting(house, id)).view(seat).offers}:
            return False
        await act(house, id, seat, verb)
    table = await waiting(house, id)
    return before[1] - belongings(house, table)[1] == STAKE // 2 and table.staked_by(2) == STAKE


async def thrown(house: House, id: str) -> bool:
    """Return whether a throw has decided the field, and made a point for the win."""
    before = await bet_all(house, id)
    await asyncio.sleep(PLAYED)
    table = await waiting(house, id)
    is_open = table.staked_by(1) == table.staked_by(2) == STAKE
    return is_open and before[1] != belongings(house, table)[1]


async def play_out(house: House, id: str) -> None:
    """Play until every bet is decided."""
    while (table := await waiting(house, id)).staked_by(1) or table.staked_by(2):
        if isinstance(turn := table.session.phase.turn, int):
            await act(house, id, turn, "decline", "stand")
        else:
            await all_ready(house, id)


@pytest.mark.parametrize("again", [by_command, by_copying], ids=lambda again: again.__name__)
@pytest.mark.parametrize(("game", "play"), [
    ("blackjack", bust), ("blackjack", surrendered), ("craps", thrown),
])  # fmt: skip
def test_decided_bets_stay_decided_and_the_others_return(
    game: str,
    play: Callable[[House, str], Coroutine[Any, Any, bool]],
    again: Restores,
    tmp_path: Path,
    request: pytest.FixtureRequest,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)  # a record is verified through a file
    folder = tmp_path / "house"
    folder.mkdir()
    place, copy = folder / "books.sqlite", tmp_path / "copy.sqlite"
    opened: list[str] = []
    had: list[dict[int, Cents]] = []
    number: list[int] = []

    async def play_and_copy(house: House) -> None:
        house.go()
        table = await house.open(game, pace=PATIENT)
        opened.append(table.id)
        for seat, person in PEOPLE.items():
            await house.sit(table.id, person, seat)
        while not await play(house, table.id):
            await play_out(house, table.id)
        halfway = await house.hall.table(table.id)
        had.append(belongings(house, halfway))
        number.append(halfway.number)
        house.store.copy_to(copy)
        await play_out(house, table.id)
        assert draws_after(house.store, table.id, number[0])

    async def serve_again(house: House) -> None:
        house.go()
        await asyncio.sleep(5)
        (id,) = opened
        with house.store.reading() as books:
            (returned,) = books.entries(book=book_of(id), kind=kind_name(BetsReturned))
            undecided = {1: STAKE, 2: STAKE} if game == "craps" else {2: STAKE}
            assert returned.read(BetsReturned).cents == undecided
            (last,) = books.entries(book=book_of(id), kind=kind_name(Closed))
            closed = last.read(Closed)
            assert (closed.reason, closed.seed) == ("restored", house.hall.seeds.kept(books, id).kept())
            assert TableVerified("".join(record_lines(books, id))).content(voice_for("en")).holds
        assert not draws_after(house.store, id, number[0])
        assert belongings(house, None) == had[0]
        assert verify(house.store).breach is None

    run(str(place), play_and_copy, ahead=0, seed=3)
    run(again(copy, place, request), serve_again, ahead=300, seed=2)
