"""No person learns a hidden card or a future draw from a view, an answer, a delay or a receipt.

Two houses play the same deeds, except that two cards are swapped when one of them is drawn where a viewpoint
cannot see it. All messages to that viewpoint are equal, byte for byte, until it is shown one of the cards. So
are the answers to its refused requests. At games without hidden cards the houses differ by
their seeds alone, and so by every future draw: all messages to all viewpoints are equal.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterable
from itertools import count
from random import Random
from types import SimpleNamespace
from typing import Any, cast

import msgspec
import pytest
from tests.hall.checks import encoded, eyes_at
from tests.hall.play import ANNA, OWNER, House, opened, play
from tests.hall.virtual_clock import VirtualClock, in_virtual_time, new_file
from tests.support.every_game import small_table

from novamas.games import GAMES
from novamas.hall.deliveries import Difference, Form
from novamas.hall.people.persons import Person
from novamas.hall.subscribers import PendingReply, Subscriber
from novamas.hall.tables import commands
from novamas.hall.tables.table import LiveTable
from novamas.protocol.messages import Reply
from novamas.protocol.pace import Pace
from novamas.protocol.tables import DeedsResult
from novamas.record.chain import blind_receipt
from novamas.server.tables.connection import Connection
from novamas.table.deeds import Deed, Drawn
from novamas.table.phases import Incident
from novamas.table.roles import CHANCE, CROUPIER, FLOOR, NOBODY, RAIL, Who
from novamas.testing.random_play import any_deed, disturbed
from novamas.testing.worlds import hides, learns

FORMS = (Form(None, receipts=True), Form("es"), Form("en"))
RECEIPT = re.compile(rb',"receipt":"[0-9a-f]{64}"')
SLOW = Pace(step_ms=600_000, betting_ms=0, patience_ms=0)
STEPS = 260


class Side:
    """One of the two houses, with all seats taken, all viewpoints subscribed, and no automatic actions."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.id = self.commitment = ""
        self.watchers: dict[Who, Subscriber] = {}
        self.asked = 0

    async def begin(self, game: str) -> LiveTable:
        table = await self.house.open(game, pace=SLOW)
        self.id, hall = table.id, self.house.hall
        self.commitment = table.opened.header.commitment or ""
        for seat in table.seat_numbers:
            await hall.purses.welcome(f"p{seat}", 10_000_000)
            table = await self.house.sit(self.id, f"p{seat}", seat, 10_000_000)
        for role in (CROUPIER, FLOOR):
            await hall.apply(self.id, commands.take_role(OWNER, "Owner", role))
        for eyes in eyes_at(table):
            self.watchers[eyes], _ = await hall.publisher.subscribe(self.id, self.person(eyes), eyes, None)
        return await hall.table(self.id)

    @staticmethod
    def person(eyes: Who) -> str:
        return f"p{eyes}" if isinstance(eyes, int) else OWNER

    async def do(self, deed: Deed) -> LiveTable:
        """Do a deed. That of a person is asked for over the socket, and answered with the state."""
        hall = self.house.hall
        table = await hall.table(self.id)
        if not isinstance(deed.by, int) and deed.by not in (CROUPIER, FLOOR):
            return await hall.apply(self.id, lambda fork: fork.do(deed))
        self.asked += 1
        key, watcher = f"d{self.asked}", self.watchers[deed.by]

        def committed(found: DeedsResult) -> None:
            watcher.reply = PendingReply(Reply(key, found.done), has_receipt=True)

        found = await hall.submit(
            self.id, self.person(deed.by), deed.by, (deed,), at=table.number, key=key, committed=committed
        )
        assert found.refusal is None
        assert watcher.replied == key
        return await hall.table(self.id)

    def told(self) -> dict[Who, Difference]:
        """Return the messages to every viewpoint about the last entry."""
        found: dict[Who, Difference] = {}
        for eyes, watcher in self.watchers.items():
            while watcher._waiting:
                seen = watcher._waiting.pop(0)
                assert isinstance(seen, Difference)
                found[eyes] = seen
        return found

    async def greeted(self, eyes: Who) -> list[bytes]:
        """Return the greeting of a client that connects, with rows of offers or whole."""
        table, publisher = await self.house.hall.table(self.id), self.house.hall.publisher
        connection, texts = a_connection(self.house, table, self.person(eyes)), list[bytes]()
        for whole in (False, True):
            for language in (None, "es"):
                connection.form = Form(language)
                watcher, first = await publisher.subscribe(
                    self.id, self.person(eyes), eyes, max(0, table.number - 9), whole=whole
                )
                publisher.unsubscribe(self.id, watcher)
                hello = connection._greeting(table, first)
                assert RECEIPT.search(hello)
                texts.append(self.without_names(RECEIPT.sub(b"", hello)))
        return texts

    def without_names(self, text: bytes) -> bytes:
        """Return a message without the id of its table and the commitment to its seed."""
        assert self.commitment.encode() in text
        return text.replace(self.commitment.encode(), b"").replace(self.id.encode(), b"")

    async def ask(self, eyes: Who, deed: Deed, at: int) -> bytes:
        """Return the answer to a person's request."""
        self.asked += 1
        asking = self.house.hall.submit(
            self.id, self.person(eyes), eyes, (deed,), at=at, key=f"w{self.asked}"
        )
        return encoded(await asking)


def a_connection(house: House, table: LiveTable, person: str) -> Connection:
    """Return the connection of a person, without a socket."""
    limits = SimpleNamespace(messages_per_second=1.0, messages_at_once=1)
    tables = SimpleNamespace(hall=house.hall, limits=limits, house=None)
    known = Person(id=person, name="", language="es")
    return Connection(cast("Any", SimpleNamespace(scope={})), cast("Any", tables), known, table)


def without_receipt(seen: Difference) -> list[bytes]:
    """Return a message without its receipt. Receipts differ but have the same length."""
    texts = [seen.text(form) for form in FORMS]
    assert len(RECEIPT.findall(texts[0])) == 1
    return [RECEIPT.sub(b"", text) for text in texts]


class Pair:
    """The two houses, and the viewpoints to which they still look the same."""

    def __init__(self, here: Side, there: Side, seed: int) -> None:
        self.here, self.there = here, there
        self.rng = Random(seed)
        self.blind: set[Who] = set()  # to whom the cards are hidden
        self.cards: dict[int, int] = {}
        self.deck: type[object] = object
        self.met: list[Deed] = []
        self.compared = 0

    async def play(self, game: str) -> int:
        """Play in both houses. Return the number of compared messages to viewpoints without the card."""
        table = await self.here.begin(game)
        await self.there.begin(game)
        swap_after = self.rng.randrange(STEPS // 2)
        for step in range(STEPS):
            if table.session.phase.turn is NOBODY or (self.cards and not self.blind):
                break
            deed = any_deed(table.session, self.rng, incidents=0.08)
            before, table = table, await self.here.do(deed)
            if not self.cards and step >= swap_after:
                self._swap(before, deed, table)
            if not await self._mirror(before, deed):
                break
            await self._ask_in_vain(table)
        return self.compared

    def _swap(self, before: LiveTable, deed: Deed, after: LiveTable) -> None:
        """Swap the drawn card, hidden from some viewpoints, with another card from now on."""
        if not isinstance(deed, Drawn):
            return
        played = (before.session.phase, deed, after.session.phase, ())
        blind = {eyes for eyes in eyes_at(before) if hides(played, eyes)}
        others = [what for what, _ in before.session.phase.draws().items() if what != deed.what]
        if blind and others:
            other = self.rng.choice(others)
            self.blind, self.cards = blind, {deed.what: other, other: deed.what}
            self.deck = type(before.session.phase.draws())

    async def _mirror(self, before: LiveTable, deed: Deed) -> bool:
        """Do the same deed in the other house. Return whether the comparison continues."""
        mirrored, phase = deed, before.session.phase
        if isinstance(deed, Drawn) and phase.turn is CHANCE and type(phase.draws()) is self.deck:
            mirrored = Drawn(what=self.cards.get(deed.what, deed.what))
        other = await self.there.house.hall.table(self.there.id)
        if (refusal := other.session.why_not(mirrored)) is not None:
            assert self.cards
            assert deed.by not in self.blind, f"{deed}: lawful or not by a card that is hidden: {refusal}"
            return False
        await self.there.do(mirrored)
        here, there = self.here.told(), self.there.told()
        if isinstance(deed, Incident) and deed.tells and self.cards:
            return False
        for eyes in list(self.blind):
            events = [told.event for told in here[eyes].events]
            if learns(eyes, events, self.cards.keys()):  # type: ignore[arg-type]
                self.blind.discard(eyes)
                continue
            self.compared += 1
            assert without_receipt(here[eyes]) == without_receipt(there[eyes]), f"{deed} tells {eyes} a card"
            if self.compared % 5 == 0:
                assert await self.here.greeted(eyes) == await self.there.greeted(eyes), f"{eyes} comes anew"
        return True

    async def _ask_in_vain(self, table: LiveTable) -> None:
        """Check that a request refused in one house is refused for the same reason in the other."""
        session = table.session
        self.met = list({type(deed): deed for deed in (*self.met, *_offered(table))}.values())
        if not self.met:
            return
        for eyes in sorted(self.blind & {*table.seat_numbers}, key=str)[:2]:
            deed = msgspec.structs.replace(disturbed(self.rng.choice(self.met), self.rng), by=eyes)
            if session.why_not(deed) is not None:
                at = table.number - self.rng.choice((0, 0, 0, 1))
                assert await self.here.ask(eyes, deed, at) == await self.there.ask(eyes, deed, at), deed
                self.compared += 1


def _offered(table: LiveTable) -> Iterable[Deed]:
    return [offer.act for seat in table.seat_numbers for offer in table.session.offers(seat)[:3]]


class OtherSeeds(Pair):
    """Two houses that differ by their seeds alone. They look the same to everyone."""

    async def play(self, game: str) -> int:
        """Return the number of compared messages."""
        table = await self.here.begin(game)
        other = await self.there.begin(game)
        assert table.source.kept() != other.source.kept()
        self.blind = set(eyes_at(table))
        for _ in range(STEPS // 4):
            if table.session.phase.turn is NOBODY:
                break
            deed = any_deed(table.session, self.rng, incidents=0.08)
            before, table = table, await self.here.do(deed)
            assert await self._mirror(before, deed)
            await self._ask_in_vain(table)
        return self.compared


def compare(game: str, seed: int, pair: type[Pair] = Pair) -> int:
    """Play a pair of houses and compare them."""
    clocks = VirtualClock(), VirtualClock()

    async def both() -> int:
        clocks[1].loop = clocks[0].loop
        with new_file() as one, new_file() as other:
            async with opened(one, clocks[0]) as here, opened(other, clocks[1]) as there:
                return await pair(Side(here), Side(there), seed).play(game)

    return in_virtual_time(both(), clocks[0], seed)


OPEN = ("blackjack", "boule", "craps", "punto_y_banca", "treinta_y_cuarenta")  # or no cards at all
HIDDEN = [game for game in GAMES if "ruleta" not in game and game not in OPEN]


@pytest.mark.parametrize("game", HIDDEN)
def test_who_may_not_know_a_card_is_told_the_same_whichever_it_is(game: str, soak: bool) -> None:
    compared = 0
    for seed in range(40):
        compared += compare(game, seed)
        if compared > 100 and not soak:
            break
    assert compared > 100


@pytest.mark.parametrize("game", OPEN)
def test_where_all_cards_lie_open_nothing_is_hidden(game: str) -> None:
    assert compare(game, 1) == 0


@pytest.mark.parametrize("game", [game for game in GAMES if game not in HIDDEN])
def test_where_nothing_is_hidden_all_are_told_the_same_whatever_the_seed(game: str) -> None:
    assert compare(game, 1, OtherSeeds) > 100


@pytest.mark.parametrize("game", GAMES)
def test_neither_seed_nor_links_nor_fancies_are_told_before_the_end(game: str) -> None:
    """Search the greetings, states and answers that a player and a spectator get."""

    async def main(house: House) -> None:
        hall, seats = house.hall, small_table(game).seats()
        table = await house.open(game, bots=min(4, seats - 1), alone=True)
        await house.sit(table.id, ANNA, seats)
        told = list[bytes]()
        watchers = dict[str, Subscriber]()
        for person, eyes in ((OWNER, RAIL), (ANNA, seats)):
            watcher, first = await hall.publisher.subscribe(table.id, person, eyes, 0)
            watchers[person] = watcher
            told.append(a_connection(house, table, person)._greeting(await hall.table(table.id), first))
        secrets: set[bytes] = {table.source.kept().encode(), table.bot_seed.encode()}
        links: set[bytes] = set()
        house.after_each(lambda now: links.add(now.state.record.last.encode()))
        house.go()
        playing = asyncio.create_task(_answered(house, table.id, seats, watchers[ANNA]))
        for _ in range(40):
            await asyncio.sleep(1)
            for watcher in watchers.values():
                while watcher._waiting:
                    told.append(await _text(watcher))
        playing.cancel()
        sent = b"\n".join(told)
        assert len(told) > 50
        assert b'"answer":' in sent
        for secret in secrets | links:
            assert secret not in sent
            assert secret[:16] not in sent
        now = await hall.table(table.id)
        assert now.receipt == blind_receipt(now.state.record.last, now.source.kept())
        await hall.apply(table.id, commands.close(OWNER))
        await asyncio.sleep(120)
        watcher = watchers[OWNER]
        closed = [await _text(watcher) for _ in range(len(watcher._waiting))]
        assert table.source.kept().encode() in closed[-1]
        assert not any(table.source.kept().encode() in one for one in closed[:-1])

    play(main)


async def _answered(house: House, id: str, seat: int, watcher: Subscriber) -> None:
    """Do one of the offered acts again and again. Each is answered with the state that it led to."""
    rng, hall = Random(seat), house.hall
    for nth in count():
        await asyncio.sleep(rng.random())
        table = await hall.table(id)
        if not (offers := table.view(seat).offers):
            continue

        def committed(found: DeedsResult, key: str = f"a{nth}") -> None:
            if found.refusal is None:
                watcher.reply = PendingReply(Reply(key, found.done), has_receipt=True)

        deed = rng.choice(offers[:30]).sample(rng)
        await hall.submit(id, ANNA, seat, (deed,), at=table.number, key=f"a{nth}", committed=committed)


async def _text(watcher: Subscriber) -> bytes:
    """Return the text of the next message, with its receipt."""
    sent = await watcher.next()
    assert isinstance(sent, Difference)
    return sent.text(Form("es", receipts=True))
