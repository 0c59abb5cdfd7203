"""No person learns a hidden card from a view, an answer, a delay or a receipt.

Two houses play the same deeds, except that two cards are swapped when one of them is drawn where a viewpoint
cannot see it. All messages to that viewpoint are equal, byte for byte, until it is shown one of the cards. So
are the answers to its refused requests.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterable
from random import Random

import msgspec
import pytest
from tests.hall.checks import encoded, eyes_at
from tests.hall.play import OWNER, House, opened, play
from tests.hall.virtual_clock import VirtualClock, in_virtual_time, new_file

from novamas.games import GAMES
from novamas.hall.deliveries import Difference, Form
from novamas.hall.subscribers import Subscriber
from novamas.hall.tables import commands
from novamas.hall.tables.table import LiveTable
from novamas.protocol.pace import Pace
from novamas.record.chain import blind_receipt
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
        self.id = ""
        self.watchers: dict[Who, Subscriber] = {}
        self.asked = 0

    async def begin(self, game: str) -> LiveTable:
        table = await self.house.open(game, pace=SLOW)
        self.id, hall = table.id, self.house.hall
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
        return await self.house.hall.apply(self.id, lambda fork: fork.do(deed))

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
        """Return the greeting to a new subscriber, with rows of offers or with the whole state."""
        publisher, texts = self.house.hall.publisher, list[bytes]()
        for whole in (False, True):
            watcher, first = await publisher.subscribe(self.id, self.person(eyes), eyes, None, whole=whole)
            publisher.unsubscribe(self.id, watcher)
            texts.append(RECEIPT.sub(b"", encoded(first)))
            assert RECEIPT.search(encoded(first))
        return texts

    async def ask(self, eyes: Who, deed: Deed, at: int) -> bytes:
        """Return the answer to a person's request."""
        self.asked += 1
        asking = self.house.hall.submit(
            self.id, self.person(eyes), eyes, (deed,), at=at, key=f"w{self.asked}"
        )
        return encoded(await asking)


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
        for eyes in sorted(self.blind & {*table.seat_numbers}, key=str)[:2]:
            deed = msgspec.structs.replace(disturbed(self.rng.choice(self.met), self.rng), by=eyes)
            if session.why_not(deed) is not None:
                at = table.number - self.rng.choice((0, 0, 0, 1))
                assert await self.here.ask(eyes, deed, at) == await self.there.ask(eyes, deed, at), deed
                self.compared += 1


def _offered(table: LiveTable) -> Iterable[Deed]:
    return [offer.act for seat in table.seat_numbers for offer in table.session.offers(seat)[:3]]


def compare(game: str, seed: int) -> int:
    """Play a pair of houses and compare them."""
    clocks = VirtualClock(), VirtualClock()

    async def both() -> int:
        clocks[1].loop = clocks[0].loop
        with new_file() as one, new_file() as other:
            async with opened(one, clocks[0]) as here, opened(other, clocks[1]) as there:
                return await Pair(Side(here), Side(there), seed).play(game)

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


@pytest.mark.parametrize("game", ["holdem", "tres_cartas", "ruleta"])
def test_neither_seed_nor_links_nor_fancies_are_told_before_the_end(game: str) -> None:
    """No message to any viewpoint contains them, and no card can be guessed from a receipt."""

    async def main(house: House) -> None:
        table = await house.open(game, bots=4 if game == "holdem" else 3, alone=True)
        watcher, first = await house.hall.publisher.subscribe(table.id, OWNER, RAIL, 0)
        secrets: set[bytes] = {table.source.kept().encode(), table.bot_seed.encode()}
        links: set[bytes] = set()
        house.after_each(lambda now: links.add(now.state.record.last.encode()))
        house.go()
        await asyncio.sleep(20)
        told = [encoded(first)]
        while watcher._waiting:
            told.append(await _text(watcher))
        sent = b"\n".join(told)
        assert len(told) > 50
        for secret in secrets | links:
            assert secret not in sent
            assert secret[:16] not in sent
        now = await house.hall.table(table.id)
        assert now.receipt.encode() in told[-1]
        assert now.receipt == blind_receipt(now.state.record.last, now.source.kept())
        await house.hall.apply(table.id, commands.close(OWNER))
        await asyncio.sleep(60)
        closed = [await _text(watcher) for _ in range(len(watcher._waiting))]
        assert table.source.kept().encode() in closed[-1]
        assert not any(table.source.kept().encode() in one for one in closed[:-1])

    play(main)


async def _text(watcher: Subscriber) -> bytes:
    """Return the text of the next message, with its receipt."""
    sent = await watcher.next()
    assert isinstance(sent, Difference)
    return sent.text(Form("es", receipts=True))
