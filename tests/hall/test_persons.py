"""Guest passes: signed, renewed, moved to another device, revoked. Copies are refused."""

from __future__ import annotations

import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.hall.conftest import KEY
from tests.store.databases import Clock

from novamas.errors import NovamasError
from novamas.hall.people.nicknames import LONGEST_NAME, read_nickname, read_table_name
from novamas.hall.people.operators import give_token
from novamas.hall.people.persons import MAX_PASSES, Admitted, Persons
from novamas.pools.lototrot.office import Office as LototrotOffice
from novamas.pools.promotrot.office import Office as PromotrotOffice
from novamas.store import Store


def code(door: Callable[[], object]) -> str:
    with pytest.raises(NovamasError) as refused:
        door()
    return refused.value.code


def pass_of(admitted: Admitted) -> str:
    assert admitted.replaced_by is not None
    return admitted.replaced_by


def test_whoever_arrives_is_known_again_by_his_pass(persons: Persons) -> None:
    came = persons.arrive("Aina", "ca")
    found = persons.admit(pass_of(came))
    assert found.person == came.person
    assert (found.person.name, found.person.language) == ("Aina", "ca")
    assert found.replaced_by is None


def test_passes_persons_and_codes_are_of_128_bits_and_never_the_same(persons: Persons) -> None:
    made = [persons.arrive() for _ in range(50)]
    codes = [persons.create_device_link(made[0].person.id) for _ in range(50)]
    for found in ([one.id for one in made], [one.person.id for one in made], codes):
        assert len(set(found)) == 50
        assert all(re.fullmatch("[0-9a-f]{32}", one) for one in found)  # 32 hexadecimal digits: 128 bits
        bits = "".join(f"{int(one, 16):0128b}" for one in found)
        assert abs(bits.count("1") - 3200) < 250  # of 6400, of which half are set: six deviations


def test_a_pass_that_we_did_not_sign_is_none(persons: Persons, store: Store, clock: Clock) -> None:
    good = pass_of(persons.arrive())
    version, id, generation, signature = good.split(".")
    forged = [
        *("", "v1", "x" * 300, good[:-1], good + "0", good.upper(), f"v2.{id}.{generation}.{signature}"),
        *(f"{version}.{id}.2.{signature}", f"{version}.{'0' * 32}.{generation}.{signature}"),
        f"{version}.{id}.{generation}.{'0' * 64}",
    ]
    assert {code(lambda one=one: persons.admit(one)) for one in forged} == {"pass_forged"}  # type: ignore[misc]
    assert [persons.pass_id(one) for one in forged] == [None] * len(forged)
    elsewhere = Persons(store, bytes(32), clock)
    assert code(lambda: elsewhere.admit(good)) == "pass_forged"
    assert persons.pass_id(good) == id


@given(st.text(max_size=120))
def test_no_text_is_a_pass(text: str) -> None:
    assert Persons(None, KEY, Clock()).pass_id(text) is None  # type: ignore[arg-type]


def test_a_short_key_signs_nothing(store: Store, clock: Clock) -> None:
    with pytest.raises(ValueError, match="256 bits"):
        Persons(store, bytes(31), clock)


# ---------------------------------------------------------------- generations


def test_a_pass_is_replaced_after_twelve_hours_and_its_copy_is_refused(
    persons: Persons, clock: Clock
) -> None:
    first = pass_of(persons.arrive())
    clock.go(hours=11, minutes=59)
    assert persons.admit(first).replaced_by is None
    clock.go(minutes=2)
    second = pass_of(persons.admit(first))
    assert second != first
    assert persons.admit(second).replaced_by is None
    clock.go(seconds=59)
    assert persons.admit(first).replaced_by == second  # a request that was under way
    clock.go(seconds=2)
    assert code(lambda: persons.admit(first)) == "pass_replayed"
    assert persons.admit(second).replaced_by is None


def test_an_answer_that_got_lost_locks_nobody_out(persons: Persons, clock: Clock) -> None:
    first = pass_of(persons.arrive())
    clock.go(hours=13)
    lost = pass_of(persons.admit(first))
    clock.go(days=3)  # the browser never heard of it
    again = pass_of(persons.admit(first))
    assert again == lost
    persons.admit(again)
    clock.go(seconds=61)
    assert code(lambda: persons.admit(first)) == "pass_replayed"


def test_two_generations_back_is_a_copy_at_once(persons: Persons, clock: Clock) -> None:
    first = pass_of(persons.arrive())
    clock.go(hours=13)
    second = pass_of(persons.admit(first))
    persons.admit(second)
    clock.go(hours=13)
    pass_of(persons.admit(second))
    assert code(lambda: persons.admit(first)) == "pass_replayed"


def test_requests_that_come_together_when_a_pass_is_replaced_get_the_same(
    persons: Persons, clock: Clock
) -> None:
    first = pass_of(persons.arrive())
    clock.go(hours=13)
    with ThreadPoolExecutor(8) as tabs:
        found = {one.replaced_by for one in tabs.map(persons.admit, [first] * 24)}
    assert len(found) == 1


def test_a_pass_that_a_restored_store_does_not_remember_is_good(
    persons: Persons, store: Store, clock: Clock
) -> None:
    first = pass_of(persons.arrive())
    id = first.split(".")[1]
    with store.reading() as books:
        before = books.state(f"pass/{id}")
    clock.go(hours=13)
    second = pass_of(persons.admit(first))
    store.write(lambda books: books.set_state(f"pass/{id}", str(before)))  # the copy was made before
    clock.go(hours=-1)
    assert persons.admit(second).person.id
    clock.go(minutes=2)
    assert code(lambda: persons.admit(first)) == "pass_replayed"


# ---------------------------------------------------------------- revoked, lapsed, carried


def test_a_revoked_pass_is_worth_nothing_from_then_on(persons: Persons) -> None:
    came = persons.arrive()
    other = persons.take(persons.create_device_link(came.person.id))
    assert persons.revoked({came.id, other.id}) == set()
    assert persons.revoke(came.person.id, but=came.id) == 1
    assert persons.revoked({came.id, other.id}) == {other.id}
    assert code(lambda: persons.admit(pass_of(other))) == "pass_revoked"
    assert persons.admit(pass_of(came)).person == came.person
    assert persons.revoke(came.person.id) == 1
    assert code(lambda: persons.admit(pass_of(came))) == "pass_revoked"


def test_a_person_has_so_many_passes_and_the_first_gives_way(persons: Persons) -> None:
    came = persons.arrive()
    others = [persons.take(persons.create_device_link(came.person.id)) for _ in range(MAX_PASSES - 1)]
    assert persons.revoked({came.id, *(one.id for one in others)}) == set()
    persons.take(persons.create_device_link(came.person.id))
    assert persons.revoked({came.id, *(one.id for one in others)}) == {came.id}


def test_a_pass_that_nobody_shows_lapses(persons: Persons, clock: Clock) -> None:
    came = persons.arrive()
    clock.go(days=91)
    assert code(lambda: persons.admit(pass_of(came))) == "pass_revoked"


def test_a_link_brings_the_same_person_to_another_device_once(persons: Persons, store: Store) -> None:
    came = persons.arrive("Biel", "ca")
    link = persons.create_device_link(came.person.id)
    assert persons.can_be_taken(link)
    there = persons.take(link)
    assert there.person == came.person
    assert there.id != came.id
    assert not persons.can_be_taken(link)
    assert code(lambda: persons.take(link)) == "carry_unknown"
    with store.reading() as books:
        assert books.link.rows("SELECT 1 FROM subjects WHERE name LIKE ?", f"%{link}%") == []


def test_a_link_is_taken_by_one_of_many(persons: Persons) -> None:
    link = persons.create_device_link(persons.arrive().person.id)

    def take(_: int) -> str | None:
        try:
            return persons.take(link).id
        except NovamasError:
            return None

    with ThreadPoolExecutor(8) as devices:
        assert len([one for one in devices.map(take, range(16)) if one]) == 1


def test_a_link_ends_after_ten_minutes(persons: Persons, clock: Clock) -> None:
    link = persons.create_device_link(persons.arrive().person.id)
    clock.go(minutes=10, seconds=1)
    assert not persons.can_be_taken(link)
    assert code(lambda: persons.take(link)) == "carry_unknown"


@pytest.mark.parametrize("given_code", ["", "x", "0" * 32, "../" * 10, "ñ" * 32])
def test_no_other_code_is_a_link(persons: Persons, given_code: str) -> None:
    assert not persons.can_be_taken(given_code)
    assert code(lambda: persons.take(given_code)) == "carry_unknown"


# ---------------------------------------------------------------- nicknames


@pytest.mark.parametrize(
    ("typed", "name"), [("  Aina ", "Aina"), ("Maria  del Mar", "Maria  del Mar"), ("", ""), ("e\u0301", "é")]
)
def test_a_nickname_is_read(typed: str, name: str) -> None:
    assert read_nickname(typed) == name


UNFIT = (
    *("a\nb", "a\x00b", "a\u202eb", "a\u200bb", "a\u3164b", "a\u2028b", "a\rb", "a\u2066b", "a\u00adb"),
    *("a\ud800b", "a\u0300\u0301\u0302\u0303", "\ufeffa", "a\u2800", "a\ufe0f"),
)


@pytest.mark.parametrize("typed", ["x" * (LONGEST_NAME + 1), *UNFIT])
def test_a_nickname_that_is_long_or_does_not_print_is_refused(typed: str) -> None:
    assert code(lambda: read_nickname(typed)) == "nickname_unfit"


def test_another_nickname_is_kept(persons: Persons) -> None:
    came = persons.arrive("Aina")
    persons.rename(came.person.id, "Biel", "es")
    assert persons.admit(pass_of(came)).person.name == "Biel"


@pytest.mark.parametrize(
    "typed",
    [
        "Crupier",
        "croupier",
        "CRÚPIER",
        "El jefe de mesa",
        "cap de taula",
        "La casa",
        "house",
        "Puesto 3",
        "seat 12",
        *("director", "El Director", "directora", "operator", "admin", "Floor", "pit boss", "la jefa"),
        *("croupier 1", "croupier_2", "crupier-3", "C R U P I E R", "cr0upier", "l’inspector", "dealer!"),
        *("c\u0433upier", "\u0441asa", "\u0441\u0430\u0455\u0430", "\u0391dmin", "Cas\u03b1"),
        *("\uff43\uff52\uff55\uff50\uff49\uff45\uff52", "M\u0430ria", "Aina \u0391na"),
    ],
)
def test_no_player_can_take_the_name_of_a_role(typed: str) -> None:
    assert code(lambda: read_nickname(typed)) == "nickname_unfit"


@pytest.mark.parametrize(
    "typed",
    ["Casanova", "Ana la del puesto", "Directo", "Bancalero", "Анна", "Anna Анна", "María 2", "R2D2", "李娜"],
)
def test_a_name_may_contain_the_name_of_a_role(typed: str) -> None:
    assert read_nickname(typed) == typed


@pytest.mark.parametrize("typed", [*UNFIT, "x" * 101])
def test_no_name_hides_anything(typed: str, store: Store) -> None:
    """Names of tables, groups, operators and establishments contain no invisible characters."""
    assert code(lambda: read_table_name(typed)) == "name_unfit"
    assert code(lambda: give_token(store, typed)) == "operator_unnamed"
    assert code(lambda: PromotrotOffice(store).authorise("palma-1", typed)) == "name_unfit"
    assert code(lambda: LototrotOffice(store).authorise("palma-1", typed)) == "name_unfit"


@pytest.mark.parametrize("typed", ["La casa", "croupier 1", "admin", "c\u0433upier"])
def test_neither_a_table_nor_an_operator_has_the_name_of_a_role(typed: str, store: Store) -> None:
    assert code(lambda: read_table_name(typed)) == "name_unfit"
    assert code(lambda: give_token(store, typed)) == "operator_unnamed"


@pytest.mark.parametrize("typed", ["", "Mesa 1", "Sala Mallorca", " Primera  "])
def test_a_table_is_named(typed: str) -> None:
    assert read_table_name(typed) == typed.strip()
