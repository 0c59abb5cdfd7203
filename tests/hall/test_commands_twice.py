"""Every command given twice: if it is reported as done, it has an entry, before and after a restart."""

from __future__ import annotations

from collections.abc import Callable
from inspect import getmembers, isfunction

import pytest
from tests.hall.play import ANNA, BERN, OWNER, House, play
from tests.hall.virtual_clock import a_hall

from novamas.errors import NovamasError
from novamas.hall.hall import Hall
from novamas.hall.tables import commands
from novamas.hall.tables.commands import Command
from novamas.protocol.pace import Pace
from novamas.table.roles import CROUPIER

PATIENT = Pace(step_ms=100, betting_ms=600_000, patience_ms=600_000)

GIVEN: dict[str, tuple[str, Callable[[], Command]]] = {  # by whom
    "sit": (BERN, lambda: commands.sit(BERN, BERN, 2, 500)),
    "sits_first": (BERN, lambda: commands.sits_first(BERN, BERN, None, None)),
    "top_up": (ANNA, lambda: commands.top_up(ANNA, None)),
    "set_pace": (OWNER, lambda: commands.set_pace(OWNER, "quick")),
    "finish": (ANNA, lambda: commands.finish(ANNA)),
    "stand": (ANNA, lambda: commands.stand(ANNA, 1)),
    "stand_by_owner": (OWNER, lambda: commands.stand(OWNER, 1)),
    "be_ready": (ANNA, lambda: commands.be_ready(ANNA, 1)),
    "seat_bot": (OWNER, lambda: commands.seat_bot(OWNER, 3, "steady")),
    "take_role": (OWNER, lambda: commands.take_role(OWNER, OWNER, CROUPIER)),
    "leave_role": (OWNER, lambda: commands.leave_role(OWNER, CROUPIER)),
    "close": (OWNER, lambda: commands.close(OWNER)),
    "close_with_seats": (OWNER, lambda: commands.close_with_seats(OWNER)),
    "close_for_house": ("operator", lambda: commands.close_for_house("Marta")),
    "stop_dealing": ("operator", lambda: commands.stop_dealing),
}
REFUSED = {"top_up"}  # the table is no practice table
CHANGE_NOTHING = {
    "stand",
    "stand_by_owner",
    "be_ready",
    "set_pace",
    "take_role",
    "close",
    "close_with_seats",
    "close_for_house",
    "stop_dealing",
}


def test_every_command_is_given() -> None:
    known = {
        name
        for name, _ in getmembers(commands, isfunction)
        if vars(commands)[name].__module__ == commands.__name__
    }
    assert {name for name in known if not name.startswith("_")} == GIVEN.keys() - {"stand_by_owner"}


@pytest.mark.parametrize("name", GIVEN)
def test_what_is_said_to_be_done_has_an_entry(name: str) -> None:
    async def main(house: House) -> None:
        table = await house.open("boule", pace=PATIENT)
        await house.sit(table.id, ANNA, 1)
        if name == "leave_role":
            await house.hall.apply(table.id, commands.take_role(OWNER, OWNER, CROUPIER))
        if name in REFUSED:
            assert await given(house, table.id, name, "first") == (False, False)
            return
        assert await given(house, table.id, name, "first") == (True, True)
        done, has_entry = await given(house, table.id, name, "second")
        assert done == has_entry
        if name in CHANGE_NOTHING:
            assert not done
        assert await given(house, table.id, name, "first") == (True, True)

    play(main)


async def given(house: House, id: str, name: str, key: str) -> tuple[bool, bool]:
    """Give a command. Return whether it was reported as done, and whether a new hall knows it."""
    person, command = GIVEN[name]
    asked, before = name.encode(), (await house.hall.table(id)).number
    try:
        result = await house.hall.submit_command(id, person, command(), asked=asked, key=key)
    except NovamasError:
        result = None
    number = (await house.hall.table(id)).number
    again = await hall_after_restart(house).find_reply(id, person, asked=asked, key=key)
    if result is None:
        assert number == before
    elif result.done:
        assert again == result
    else:
        assert result.number == number == before
    return result is not None and result.done == 1, again is not None


def hall_after_restart(house: House) -> Hall:
    return a_hall(house.store)[0]
