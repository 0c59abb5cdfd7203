"""Known mistakes of other live casinos, each with a test that it does not occur here."""

from __future__ import annotations

import asyncio
from unittest.mock import patch

import pytest
from tests.hall.checks import must_balance, must_be_as_written
from tests.hall.play import ANNA, BERN, OWNER, House, play, submit
from tests.hall.virtual_clock import a_hall

from novamas.equipment.chance import RevealedSource, player_commitment_to, verify
from novamas.errors import NovamasError
from novamas.hall.tables import commands
from novamas.hall.tables.automation import ABANDONED
from novamas.hall.tables.codec import deed_decoder
from novamas.hall.tables.loader import load_table
from novamas.protocol.pace import Pace
from novamas.protocol.tables import OpenTableRequest
from novamas.record.chain import blind_receipt
from novamas.store.open_tables import next_due
from novamas.table.deeds import Drawn
from novamas.table.phases import follow
from novamas.table.roles import CROUPIER, FLOOR

FOR_EVER = Pace(step_ms=100, betting_ms=0, patience_ms=0)


async def drawn_at(house: House, id: str, seed: str) -> tuple[list[int], list[int]]:
    """Return the draws of a table, and the draws computed from its seed."""
    whole = load_table(house.store, house.hall.seeds, id, whole=True)
    fresh = load_table(house.store, a_hall(house.store)[0].seeds, id, whole=True)
    source, drawn, guessed = RevealedSource(seed), [], []
    table = fresh.table.opening
    with house.store.reading() as books:
        for entry in books.entries(book=whole.book, kind="deed"):
            deed = deed_decoder(whole.game).decode(entry.body)
            if isinstance(deed, Drawn):
                guessed.append(source.draw(table.draws()))
                drawn.append(deed.what)
            table = follow(table, deed)[0]
    return drawn, guessed


def test_what_is_published_does_not_tell_what_comes() -> None:
    """The mistake: outcomes derived from the published hash. Here they follow from the secret seed alone."""

    async def main(house: House) -> None:
        table = await house.open("boule", bots=2, alone=True)
        house.go()
        await asyncio.sleep(30)
        now = await house.hall.table(table.id)
        assert now.opened.header.commitment is not None
        for published in (now.opened.header.commitment, now.receipt, now.state.record.last):
            drawn, guessed = await drawn_at(house, table.id, published)
            assert len(drawn) > 12
            assert sum(one == other for one, other in zip(drawn, guessed, strict=True)) < len(drawn)
        await house.hall.apply(table.id, commands.close(OWNER))
        await asyncio.sleep(30)
        closed = (await house.hall.table(table.id)).closed
        assert closed is not None
        assert closed.seed is not None
        drawn, told = await drawn_at(house, table.id, closed.seed)
        assert drawn == told
        assert verify(now.opened.header.commitment, closed.seed)
        assert now.receipt == blind_receipt(now.state.record.last, closed.seed)

    play(main)


def test_the_house_is_bound_before_the_player_brings_his_seed() -> None:
    """The mistake: the operator could choose among seeds. Here the commitment comes first, for one table."""

    async def main(house: House) -> None:
        promised = await house.hall.commitments.commit()
        asked = OpenTableRequest(game="boule", promise=promised.promise, player_seed="olé")
        table = await house.hall.open(asked, OWNER)
        header = table.opened.header
        assert header.commitment == promised.commitment
        assert header.player_commitment == player_commitment_to("olé")
        with pytest.raises(NovamasError) as refused:
            await house.hall.open(asked, OWNER)
        assert refused.value.code == "promise_used"
        both = await asyncio.gather(
            *(house.hall.open(OpenTableRequest(game="boule", promise=again.promise, player_seed=seed), OWNER)
              for again in [await house.hall.commitments.commit()] for seed in ("a", "b")),
            return_exceptions=True,
        )  # fmt: skip
        assert sum(isinstance(one, NovamasError) for one in both) == 1

    play(main)


def test_nothing_is_drawn_before_it_is_wanted() -> None:
    """The mistake: rolls were drawn in advance and readable. Here the stream ends where the book ends."""

    async def main(house: House) -> None:
        table = await house.open("tres_cartas", bots=3, alone=True)
        house.after_each(lambda now: must_be_as_written(house.hall, now, whole=now.number % 20 == 0))
        house.go()
        await asyncio.sleep(6)
        now = await house.hall.table(table.id)
        assert now.number > 30
        before = now.source.position
        await house.hall.apply(table.id, commands.stand(OWNER, 1))
        for eyes in (*now.seat_numbers, CROUPIER, FLOOR):
            now.view(eyes)
        assert now.source.position - before < 10

    play(main)


def test_a_sweep_leaves_alone_what_waits_for_somebody() -> None:
    """The mistake: a sweep refunded live rounds that were also paid. Here only due actions are executed."""

    async def main(house: House) -> None:
        table = await house.open("ruleta", pace=FOR_EVER)
        house.go()
        await house.sit(table.id, ANNA, 1)
        await asyncio.sleep(2)
        now = await house.hall.table(table.id)
        bet = next(offer.act for offer in now.view(1).offers if offer.act.verb() == "bet")
        assert (await submit(house.hall, table.id, ANNA, 1, bet)).done == 1
        others = [a_hall(house.store) for _ in range(3)]
        running = [asyncio.create_task(scheduler.run()) for _, scheduler in others]
        before = (await house.hall.table(table.id)).number
        date = house.hall.clock.date()
        due = date + ABANDONED
        with house.store.reading() as books:
            assert next_due(books) == [(table.book, due)]  # nothing but that the house will close it
        await asyncio.sleep((due - date) / 1e6 - 1)
        for hall, _ in others:
            assert (await hall.loaded.refresh(table.id)).number == before
        must_balance(house.store, await house.hall.table(table.id))
        for task in running:
            task.cancel()

    play(main)


def test_a_bet_that_comes_while_the_round_is_decided_is_in_it_or_refused() -> None:
    """The mistake: bets and refunds had different sources. Here a bet and its chips are one entry."""

    async def main(house: House) -> None:
        table = await house.open("ruleta", pace=Pace(step_ms=100, betting_ms=400, patience_ms=400))
        house.after_each(lambda now: must_balance(house.store, now))
        house.go()
        await house.sit(table.id, ANNA, 1)
        await house.sit(table.id, BERN, 2)
        done = 0
        for nth in range(400):
            now = await house.hall.table(table.id)
            seat = 1 + nth % 2
            bets = [offer.act for offer in now.view(seat).offers if offer.act.verb() == "bet"]
            if bets:
                await asyncio.sleep(0.05 * (nth % 7))  # some come when it is too late
                who, bet = (ANNA, BERN)[seat - 1], bets[nth % len(bets)]
                answer = await submit(house.hall, table.id, who, seat, bet, at=now.number)
                done += answer.done
                assert answer.done or answer.refusal is not None
            await asyncio.sleep(0.03)
        assert done > 50
        assert (await house.hall.table(table.id)).session.rounds > 5

    play(main)


@pytest.mark.parametrize("game", ["ruleta", "trijoker", "sin_descarte"])
def test_a_bot_that_has_lost_its_chips_holds_nobody_up(game: str) -> None:
    async def main(house: House) -> None:
        table = await house.open(game, bots=3, alone=True)
        house.after_each(lambda now: must_balance(house.store, now))
        house.go()
        for minute in range(1, 4):
            await asyncio.sleep(20)
            assert (await house.hall.table(table.id)).number > minute * 120
        with house.store.reading() as books:
            assert sum(1 for _ in books.entries(book=table.book, kind="bot_sat")) > 3  # they brought more

    with patch.multiple("novamas.bots.buy_ins", BOT_BRINGS=1500, MIN_STAKES=1, FEW=1):
        play(main)


def test_nothing_follows_the_closing_of_a_table() -> None:
    async def main(house: House) -> None:
        table = await house.open("ruleta", bots=2)
        await house.hall.apply(table.id, commands.take_role(OWNER, "Owner", CROUPIER))
        await house.sit(table.id, ANNA, 3)
        house.go()
        await house.hall.apply(table.id, commands.close(OWNER))
        await asyncio.sleep(5)
        closed = await house.hall.table(table.id)
        assert closed.closed is not None
        for plan in (
            commands.sit(ANNA, "Anna", 3, 100),
            commands.be_ready(ANNA, 3),
            commands.seat_bot(OWNER, 3, "steady"),
            commands.take_role(OWNER, "Owner", FLOOR),
            commands.leave_role(OWNER, CROUPIER),
            commands.stand(ANNA, 3),
        ):
            with pytest.raises(NovamasError):
                await house.hall.apply(table.id, plan)
        await house.hall.apply(table.id, commands.stand(OWNER, 3))
        await house.hall.apply(table.id, commands.close(OWNER))
        await asyncio.sleep(600)
        assert (await house.hall.loaded.refresh(table.id)).number == closed.number

    play(main)


def test_only_the_owner_gives_roles_bots_and_the_end() -> None:
    async def main(house: House) -> None:
        table = await house.open("ruleta", bots=2)
        await house.sit(table.id, ANNA, 3)
        before = (await house.hall.table(table.id)).number
        for plan in (
            commands.seat_bot(ANNA, 4, "steady"),
            commands.take_role(ANNA, "Anna", CROUPIER),
            commands.close(ANNA),
            commands.stand(BERN, 3),
            commands.be_ready(BERN, 3),
            commands.sit(BERN, "Bern", 3, 100),
            commands.sit(ANNA, "Anna", 4, 100),
            commands.sit(BERN, "Bern", 99, 100),
            commands.sit(BERN, "Bern", 4, 0),
            commands.sit(BERN, "Bern", 4, -100),
            commands.seat_bot(OWNER, 4, "nobody"),
            commands.take_role(OWNER, "Owner", "rail"),  # type: ignore[arg-type]
        ):
            with pytest.raises(NovamasError):
                await house.hall.apply(table.id, plan)
        assert (await house.hall.table(table.id)).number == before

    play(main)
