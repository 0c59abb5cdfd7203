"""Rights: the whole matrix of roles and operations, written out independently, and dual control."""

from __future__ import annotations

from itertools import product
from types import SimpleNamespace
from typing import Any

import pytest
from tests.store.databases import Clock

from novamas.errors import NovamasError
from novamas.hall.people.dual_control import agree, propose
from novamas.hall.people.rights import OPERATIONS, ROLES, Operation, Role, check, may, rights, roles_at
from novamas.store import Store
from novamas.table.roles import CROUPIER, FLOOR
from novamas.words import voice_for

# o: with one's own; a: with anyone's; a dot: not at all.
#                       owner player croupier floor spectator operator no one
MATRIX = """
open_table              .     .      .        .     a         .        .
watch                   o     o      o        o     o         .        .
sit                     o     o      .        .     o         .        .
stand                   .     o      .        .     .         .        .
buy                     .     o      .        .     .         .        .
bet                     .     o      .        .     .         .        .
act_for_seat            .     o      .        .     .         .        .
act_as_croupier         .     .      a        .     .         .        .
raise_incident          .     .      a        a     .         .        .
order_of_floor          .     .      .        a     .         .        .
give_role               a     .      .        .     .         .        .
add_bot                 a     .      .        .     .         .        .
set_pace                a     o      .        .     .         .        .
remove_person           a     .      .        a     .         a        .
close_table             a     .      .        .     .         a        .
fill_or_credit          .     .      a        a     .         a        .
read_books              o     .      .        .     .         a        .
read_record_open        .     o      o        o     o         .        .
read_record_closed      a     a      a        a     a         a        .
metrics                 .     .      .        .     .         a        .
backup                  .     .      .        .     .         a        .
"""
EXPECTED = {
    (operation, role): reach
    for operation, *reaches in (line.split() for line in MATRIX.strip().splitlines())
    for role, reach in zip(ROLES, reaches, strict=True)
}
PLAY = ("sit", "stand", "buy", "bet", "act_for_seat", "act_as_croupier", "raise_incident", "order_of_floor")


def test_the_matrix_is_whole() -> None:
    assert EXPECTED.keys() == set(product(OPERATIONS, ROLES))
    assert rights().keys() == set(OPERATIONS)


@pytest.mark.parametrize(("operation", "role"), [*product(OPERATIONS, ROLES)])
def test_each_role_may_do_what_the_matrix_says_and_no_more(operation: Operation, role: Role) -> None:
    reach = EXPECTED[operation, role]
    for own in (True, False):
        allowed = reach == "a" or (reach == "o" and own)
        assert may([role], operation, own=own) is allowed
        if allowed:
            check([role], operation, own=own)
        else:
            with pytest.raises(NovamasError) as refused:
                check([role], operation, own=own)
            assert refused.value.code == "may_not"
            assert "{" not in voice_for("ca").error(refused.value)


def test_nobody_may_do_anything_and_what_is_not_written_is_denied() -> None:
    assert not any(may(["nobody"], operation, own=True) for operation in OPERATIONS)
    assert not any(may([], operation, own=True) for operation in OPERATIONS)
    assert not may(ROLES, "shut_the_doors", own=True)  # type: ignore[arg-type]


def test_whoever_keeps_the_books_neither_plays_nor_deals() -> None:
    assert not any(may(["operator"], operation, own=True) for operation in PLAY)  # type: ignore[arg-type]
    assert not may(["operator"], "read_record_open", own=True)


class Table:
    """A table that Dídac opened. Anna sits there, Biel is croupier and Carme is table chief."""

    def __init__(self, *, public: bool) -> None:
        self.opened = SimpleNamespace(owner="didac", public=public)

    def seats_of(self, person: str) -> tuple[int, ...]:
        return (2,) if person == "anna" else ()

    def may_speak_as(self, person: str, who: object) -> bool:
        return (person, who) in (("biel", CROUPIER), ("carme", FLOOR))


@pytest.mark.parametrize("public", [True, False])
def test_what_one_is_at_a_table(public: bool) -> None:
    table: Any = Table(public=public)
    alone = {
        "anna": {"player", "spectator"},
        "biel": {"croupier", "spectator"},
        "carme": {"floor", "spectator"},
        "didac": {"owner", "spectator"},
        "elena": {"spectator"} if public else {"nobody"},
        "": {"nobody"},
    }
    assert {person: set(roles_at(table, person)) for person in alone} == alone
    assert roles_at(table, "elena", invited=True) == {"spectator"}
    assert roles_at(table, "", invited=True) == {"nobody"}


def test_roles_add_up() -> None:
    assert may(["player", "owner"], "bet", own=True)
    assert may(["player", "owner"], "close_table", own=False)


def test_every_operation_has_words() -> None:
    assert [one for one in OPERATIONS if not voice_for("es").has(f"values.may_{one}")] == []


# ---------------------------------------------------------------- two persons


def test_another_agrees_to_the_very_same_once_and_in_time(store: Store, clock: Clock) -> None:
    def proposed() -> str:
        return store.write(lambda books: propose(books, "T1", "fill_or_credit", "fill 500", "anna"))

    def agreed(number: str, table: str = "T1", what: str = "fill 500", by: str = "biel") -> str:
        try:
            return store.write(lambda books: agree(books, number, table, "fill_or_credit", what, by))
        except NovamasError as refused:
            return refused.code

    number = proposed()
    assert agreed(number, by="anna") == "same_person"
    assert agreed(number, what="fill 50000") == "no_proposal"
    assert agreed(number, table="T2") == "no_proposal"
    assert agreed("0" * 32) == "no_proposal"
    assert agreed(number) == "anna"
    assert agreed(number) == "no_proposal"
    late = proposed()
    clock.go(minutes=11)
    assert agreed(late) == "no_proposal"
