"""Retention: deletable data is deleted after its term. Books stay and record the deletion."""

from __future__ import annotations

import pytest
from tests.hall.play import OWNER, House, play
from tests.store.databases import Clock

from novamas.errors import NovamasError
from novamas.hall.people.dual_control import propose
from novamas.hall.people.operators import give_token, operator_of, operators, revoke_tokens
from novamas.hall.people.persons import Persons
from novamas.hall.retention import RetentionReport, RetentionTerms, delete_expired
from novamas.hall.tables.loader import load_table
from novamas.protocol.tables import OpenTableRequest
from novamas.store import Store, verify

TERMS = RetentionTerms(passes=30, links=1, operators=365)
NOTHING = RetentionReport(0, 0, 0, 0, 0, 0)


def names(store: Store) -> set[str]:
    with store.reading() as books:
        return {name.split("/")[0] for (name,) in books.link.rows("SELECT name FROM subjects")}


def test_what_has_lapsed_goes_and_what_is_good_stays(store: Store, clock: Clock, persons: Persons) -> None:
    gone, stays = persons.arrive("gone"), persons.arrive("stays")
    twice = persons.take(persons.create_device_link(stays.person.id))
    persons.create_device_link(gone.person.id)
    store.write(lambda books: propose(books, "T1", "fill_or_credit", "fill 7", "anna"))
    clock.go(days=31)
    later = persons.take(persons.create_device_link(stays.person.id))
    fresh = persons.create_device_link(stays.person.id)
    wanted = RetentionReport(passes=3, persons=1, links=4, operators=0, snapshots=0, promises=0)
    assert delete_expired(store, TERMS, dry_run=True) == wanted
    assert persons.admit(str(twice.replaced_by)).person.name == "stays"  # by which its term begins anew
    assert delete_expired(store, TERMS, dry_run=True) == RetentionReport(2, 1, 4, 0, 0, 0)
    assert delete_expired(store, TERMS, dry_run=False) == RetentionReport(2, 1, 4, 0, 0, 0)
    assert delete_expired(store, TERMS, dry_run=False) == NOTHING
    assert persons.can_be_taken(fresh)
    assert persons.admit(str(later.replaced_by)).person.name == "stays"
    with store.reading() as books:
        kept = [row[0] for row in books.link.rows("SELECT name FROM subjects")]
        assert not any(gone.person.id in name or gone.id in name for name in kept)
        assert [made.kind for made in books.entries(book="office/house")] == ["tidied"]
    assert verify(store).breach is None


def test_tokens_that_were_revoked_long_ago_go_and_their_books_stay(store: Store, clock: Clock) -> None:
    token, good = give_token(store, "Maria"), give_token(store, "Joan")
    assert operator_of(store, token) == "Maria"
    assert revoke_tokens(store, "Maria") == 1
    assert operator_of(store, token) is None
    clock.go(days=364)
    assert delete_expired(store, TERMS, dry_run=False) == NOTHING
    clock.go(days=2)
    assert delete_expired(store, TERMS, dry_run=False).operators == 1
    assert operator_of(store, token) is None
    assert operator_of(store, good) == "Joan"
    with store.reading() as books:
        assert operators(books) == {"Joan": 1}
        assert sum(1 for _ in books.entries(book="office/operators")) == 3
        assert books.link.rows("SELECT 1 FROM subjects WHERE name LIKE ?", f"%{token}%") == []


def test_how_a_closed_table_stood_goes(store: Store) -> None:
    def act(books: object) -> None:
        books.append("table/A", "opened", {})  # type: ignore[attr-defined]
        books.append("table/A", "closed", {})  # type: ignore[attr-defined]
        books.append("table/B", "opened", {})  # type: ignore[attr-defined]
        for book in ("table/A", "table/B"):
            sql = "INSERT INTO snapshots (book, number, body) VALUES (?, ?, ?)"
            books.link.do([(sql, [(book, 1, b"{}")])])  # type: ignore[attr-defined]

    store.write(act)
    assert delete_expired(store, TERMS, dry_run=False).snapshots == 1
    with store.reading() as books:
        assert books.link.rows("SELECT book FROM snapshots") == [("table/B",)]


def test_promises_that_nobody_used_go_and_seeds_of_tables_stay() -> None:
    async def main(house: House) -> None:
        used, unused = await house.hall.commitments.commit(), await house.hall.commitments.commit()
        table = await house.hall.open(OpenTableRequest(game="ruleta", promise=used.promise), OWNER)
        assert delete_expired(house.store, TERMS, dry_run=False) == NOTHING
        house.clock.ahead += 3 * 86_400
        with pytest.raises(NovamasError) as lapsed:
            await house.hall.open(OpenTableRequest(game="ruleta", promise=unused.promise), OWNER)
        assert lapsed.value.code == "promise_lapsed"
        assert delete_expired(house.store, TERMS, dry_run=False).promises == 1
        with house.store.reading() as books:
            assert books.secret(f"seed/{unused.promise}") is None
            kept = load_table(house.store, house.hall.seeds, table.id)
        assert kept.source.commitment == used.commitment
        assert "promise" not in names(house.store)
        assert delete_expired(house.store, TERMS, dry_run=False) == NOTHING

    play(main)
