"""Transactions: entries that books accept and entries that they refuse, on both databases."""

from __future__ import annotations

from contextlib import suppress

import pytest
from tests.store.databases import Clock
from tests.store.selling import DAY, INCA, OFFICE, PALMA, STAKES, Ticket, sale, sell

from novamas.store import (
    PUBLIC,
    Entry,
    Head,
    NotEntered,
    Store,
    Transfer,
    WriteTransaction,
    open_store,
    verify,
)


def test_entries_are_numbered_from_one_in_each_book_and_chained(store: Store, clock: Clock) -> None:
    with store.writing() as books:
        first = sell(books)
        other = sell(books, book=INCA)
        second = sell(books)
    clock.go(seconds=3)
    third = store.write(sell)
    assert [first.number, second.number, third.number, other.number] == [1, 2, 3, 1]
    assert len({entry.hash for entry in (first, second, third, other)}) == 4
    with store.reading() as books:
        assert list(books.entries(book=PALMA)) == [first, second, third]
        assert books.head(PALMA) == third.head == Head(3, third.hash.hex())
        assert books.heads("outlet/") == {PALMA: third.head, INCA: other.head}
        assert books.heads("office/") == {}
        assert books.head("outlet/nowhere") is None
    assert third.at == clock.now
    assert third.read(Ticket) == Ticket(200, (1, 2))
    assert third.body == '{"bettor":"ñandú · ’","horses":[1,2],"price":200}'.encode()


def test_a_hash_is_of_all_that_an_entry_says() -> None:
    """An entry's hash, computed from the documentation alone, is the same: another program can check it."""
    from hashlib import blake2b

    from novamas.store.entries import hash_of

    entry = Entry("b", 2, 7, "sale", "day", None, b'{"a":1}', b"")
    said = b'["b",2,7,"sale","day",null,{"a":1},[["public","stakes",200]]]'
    before = bytes(range(32))
    expected = blake2b(before + said, digest_size=32, person=b"novamas.book").digest()
    assert hash_of(before, entry, [Transfer("public", "stakes", 200)]) == expected


def test_entries_are_found_by_what_they_are_about(store: Store) -> None:
    with store.writing() as books:
        one = sell(books, "k")
        closing = books.append(OFFICE, "closing", {"heads": books.heads()}, subject=DAY)
    with store.reading() as books:
        assert list(books.entries(subject=DAY)) == [one, closing]
        assert list(books.entries(subject=DAY, kind="closing")) == [closing]
        assert list(books.entries(subject="lototrot/2026-11-21")) == []
        assert list(books.entries(book="outlet/nowhere")) == []
        assert books.entry(PALMA, 1) == books.entry_of(PALMA, "k") == one
        assert books.entry(PALMA, 2) is None
        assert books.entry_of(INCA, "k") is None
        assert books.transfers(one) == (Transfer(PUBLIC, STAKES, 200),)
        assert books.transfers(closing) == ()
        assert books.books() == (PALMA, OFFICE)


def test_money_is_where_it_went(store: Store) -> None:
    with store.writing() as books:
        sell(books, cents=500)
        sell(books, book=INCA, cents=300)
        assert books.balance(STAKES) == 800
        assert books.till(PALMA) == 500
        shares = [Transfer(STAKES, "organiser/lototrot", 300), Transfer(STAKES, "prizes/lototrot", 500)]
        books.append(OFFICE, "settlement", {}, transfers=shares)
        books.append(INCA, "payment", {}, transfers=[Transfer("prizes/lototrot", PUBLIC, 450)])
        assert books.balance("prizes/lototrot") == 50
    with store.reading() as books:
        assert books.balances() == {
            "organiser/lototrot": 300,
            "prizes/lototrot": 50,
            PUBLIC: -350,
            STAKES: 0,
        }
        assert books.balances("prizes/") == {"prizes/lototrot": 50}
        assert (books.till(PALMA), books.till(INCA), books.till(OFFICE)) == (500, -150, 0)
        assert sum(books.balances().values()) == 0
        assert books.balance("nobody's") == 0


def test_no_account_but_the_publics_falls_below_nought(store: Store) -> None:
    store.write(sell)

    def pay(books: WriteTransaction) -> Entry:
        return books.append(PALMA, "payment", {}, transfers=[Transfer(STAKES, PUBLIC, 150)])

    store.write(pay)
    with pytest.raises(NotEntered) as refused:
        store.write(pay)
    assert refused.value.code == "account_overdrawn"
    assert refused.value.figures == {"account": STAKES, "cents": 100}
    with store.reading() as books:
        assert (books.balance(STAKES), books.head(PALMA).number) == (50, 2)  # type: ignore[union-attr]


def test_what_one_transaction_puts_in_it_may_take_out_and_no_more(store: Store) -> None:
    with store.writing() as books:
        sell(books, cents=200)
        books.append(PALMA, "refund", {}, transfers=[Transfer(STAKES, PUBLIC, 200)])
        with pytest.raises(NotEntered, match="is short of"):
            books.append(PALMA, "refund", {}, transfers=[Transfer(STAKES, PUBLIC, 1)])
    with store.reading() as books:
        assert books.head(PALMA).number == 2  # type: ignore[union-attr]


@pytest.mark.parametrize(
    "transfer",
    [
        Transfer(PUBLIC, STAKES, 0),
        Transfer(PUBLIC, STAKES, -5),
        Transfer(PUBLIC, PUBLIC, 5),
        Transfer(PUBLIC, STAKES, 1.5),  # type: ignore[arg-type]
    ],
)
def test_a_transfer_that_moves_nothing_is_a_mistake_of_ours(store: Store, transfer: Transfer) -> None:
    with pytest.raises(ValueError, match="moves nothing"):
        store.write(lambda books: books.append(PALMA, "sale", {}, transfers=[transfer]))
    with store.reading() as books:
        assert books.head(PALMA) is None


@pytest.mark.parametrize("name", ["", "two\nlines", "\0", "k\0", "x" * 201])
def test_what_is_no_name_is_not_entered(store: Store, name: str) -> None:
    acts = [
        lambda books: sell(books, book=name),
        lambda books: books.append(PALMA, name, {}),
        lambda books: books.append(PALMA, "sale", {}, transfers=[Transfer(PUBLIC, name, 5)]),
        *([lambda books: sell(books, name)] if name else []),
    ]
    for told in store.write_together(acts):
        assert isinstance(told, NotEntered)
        assert told.code == "name_unreadable"
    assert verify(store).entries == 0


@pytest.mark.parametrize("name", ["O'Neill", "a\\b", "$1 %s ? ;--", "’é🎫", "\\'; DROP TABLE x; --"])
def test_whatever_prints_is_a_name(store: Store, name: str) -> None:
    sold = store.write(lambda books: sell(books, name, book=name))
    with store.reading() as books:
        assert list(books.entries()) == [books.entry_of(name, name)] == [sold]
        assert books.books() == (name,)
    many = store.write_together([sale(f"{name}{n}") for n in range(3)])
    assert [entry.key for entry in many] == [f"{name}{n}" for n in range(3)]
    assert verify(store).breach is None


# ---------------------------------------------------------------- keys


def test_the_same_request_has_the_same_answer_whenever_it_comes(
    store: Store, clock: Clock, address: str
) -> None:
    made = store.write(lambda books: sell(books, "till 7, 15"))
    clock.go(minutes=5)
    store.write(lambda books: sell(books, "till 7, 16"))
    assert store.write(lambda books: sell(books, "till 7, 15")) == made
    with store.writing() as books:
        assert sell(books, "till 7, 15") == made
        again = sell(books, "till 7, 17")
        assert sell(books, "till 7, 17") == again
    with open_store(address, clock=clock) as opened:
        assert opened.write(lambda books: sell(books, "till 7, 15")) == made
    with store.reading() as read:
        assert [entry.key for entry in read.entries(book=PALMA)] == [
            "till 7, 15",
            "till 7, 16",
            "till 7, 17",
        ]
        assert read.balance(STAKES) == 600


def test_what_was_done_needs_no_money_when_it_is_asked_for_again(store: Store, clock: Clock) -> None:
    def pay(books: WriteTransaction) -> Entry:
        return books.append(OFFICE, "payment", {}, key="k", transfers=[Transfer(STAKES, PUBLIC, 200)])

    store.write(sell)
    paid = store.write(pay)
    assert store.write(pay) == paid
    assert store.write_together([sell, pay, pay])[1:] == [paid, paid]
    clock.go(hours=-1)
    assert store.write(pay) == paid
    assert store.write_together([pay]) == [paid]


def test_a_key_is_of_its_book(store: Store) -> None:
    assert store.write(lambda books: sell(books, "k")).book == PALMA
    assert store.write(lambda books: sell(books, "k", book=INCA)).book == INCA


@pytest.mark.parametrize("other", [{"cents": 300}, {"horses": (2, 1)}])
def test_the_same_key_for_something_else_is_refused(store: Store, other: dict[str, object]) -> None:
    store.write(sell)
    store.write(lambda books: sell(books, "k"))
    for _ in range(2):
        with pytest.raises(NotEntered) as refused:
            store.write(lambda books: sell(books, "k", **other))  # type: ignore[arg-type]
        assert refused.value.code == "key_reused"
        assert refused.value.figures == {"book": PALMA, "number": 2, "key": "k"}
    with store.reading() as books:
        assert books.balance(STAKES) == 400


# ---------------------------------------------------------------- the clock


def test_a_clock_that_goes_back_a_little_is_waited_for_and_one_that_goes_back_far_is_not_believed(
    store: Store, clock: Clock
) -> None:
    first = store.write(sell)
    clock.go(seconds=-5)
    assert store.write(sell).at == first.at
    clock.go(microseconds=-1)
    with pytest.raises(NotEntered) as refused:
        store.write(sell)
    assert refused.value.code == "clock_went_back"
    assert (
        store.write(lambda books: sell(books, book=INCA)).at == clock.now
    )  # another book knows nothing of it
    clock.go(seconds=6)
    assert store.write(sell).number == 3


def test_an_hour_that_comes_twice_in_autumn_is_two_hours(store: Store, clock: Clock) -> None:
    from datetime import UTC, datetime
    from zoneinfo import ZoneInfo

    madrid = ZoneInfo("Europe/Madrid")
    clock.now = datetime(2026, 10, 25, 2, 30, tzinfo=madrid)
    first = store.write(sell)
    clock.now = datetime(2026, 10, 25, 2, 10, fold=1, tzinfo=madrid).astimezone(UTC)
    second = store.write(sell)
    assert (second.at - first.at).total_seconds() == 40 * 60


# ---------------------------------------------------------------- all or nothing


def test_what_fails_leaves_nothing(store: Store) -> None:
    def half(books: WriteTransaction) -> None:
        sell(books, "k")
        books.set_state(DAY, "closed")
        books.keep_secret("seed", b"1")
        raise NotEntered("account_overdrawn", account=STAKES, cents=1)

    with pytest.raises(NotEntered):
        store.write(half)
    with suppress(KeyError), store.writing() as books:
        half_done = sell(books, "k")
        assert list(books.entries(book=PALMA)) == [half_done]
        raise KeyError
    with store.reading() as read:
        assert (read.head(PALMA), read.state(DAY), read.secret("seed"), read.balances()) == (
            None,
            None,
            None,
            {},
        )


def test_whoever_writes_reads_what_he_wrote(store: Store) -> None:
    with store.writing() as books:
        one = sell(books, "k")
        assert books.entry_of(PALMA, "k") == books.entry(PALMA, 1) == one
        assert books.head(PALMA) == one.head
        assert (books.till(PALMA), books.balance(STAKES)) == (200, 200)
        assert sell(books, "k") == one
        books.set_state(DAY, "open")
        assert books.state(DAY) == "open"


# ---------------------------------------------------------------- subjects and secrets


def test_subjects_have_a_state(store: Store) -> None:
    with store.writing() as books:
        assert books.state(DAY, alone=True) is None
        books.set_state(DAY, "open")
    with store.writing() as books:
        assert books.state(DAY) == "open"
        assert books.state(DAY, alone=True) == "open"
        books.set_state(DAY, "closed")
    with store.reading() as books:
        assert books.state(DAY) == "closed"
        assert books.state("lototrot/2026-11-21") is None


def test_secrets_are_kept_replaced_and_forgotten_by_name(store: Store) -> None:
    with store.writing() as books:
        books.keep_secret("seed/1", b"\x00\xff")
        books.keep_secret("seed/2", b"2")
        assert books.secret("seed/1") == b"\x00\xff"
    with store.writing() as books:
        books.keep_secret("seed/1", b"")
        books.forget_secret("seed/2")
        books.forget_secret("seed/3")
    with store.reading() as books:
        assert (books.secret("seed/1"), books.secret("seed/2"), books.secret("seed/3")) == (b"", None, None)


# ---------------------------------------------------------------- never changed


@pytest.mark.parametrize("table", ["books", "entries"])
@pytest.mark.parametrize("deed", ["UPDATE {} SET {} = {}", "DELETE FROM {}", "TRUNCATE {} CASCADE"])
def test_the_database_lets_nobody_change_what_was_entered(store: Store, table: str, deed: str) -> None:
    if "TRUNCATE" in deed and store.kind == "sqlite":
        pytest.skip("a file knows no TRUNCATE")
    store.write(sell)
    column = {"books": "name", "entries": "transfers"}[table]
    with pytest.raises(Exception, match="only_added"), store.writing() as books:
        books.link.do([(deed.format(table, column, column), [()])])
    with store.reading() as books:
        assert books.balance(STAKES) == 200


def test_nothing_can_be_replaced_in_a_file_either(store: Store) -> None:
    if store.kind != "sqlite":
        pytest.skip("REPLACE is SQLite's")
    store.write(sell)
    again = (
        "INSERT OR REPLACE INTO entries"
        " SELECT book, number, moment, kind, subject, key, body, NULL, hash FROM entries"
    )
    with pytest.raises(Exception, match="only_added"), store.writing() as books:
        books.link.do([(again, [()])])


def test_what_follows_in_several_books_is_read_at_once(store: Store) -> None:
    for number in range(5):
        store.write(sale(f"k{number}"))
        store.write(sale(f"k{number}", INCA))
    with store.reading() as books:
        found = books.entries_after_each({PALMA: 2, INCA: 5, "nobody's": 0, OFFICE: 0}, 2)
        assert {book: [entry.key for entry in entries] for book, entries in found.items()} == {
            PALMA: ["k2", "k3"],
            INCA: [],
            "nobody's": [],
            OFFICE: [],
        }
        assert found[PALMA] == list(books.entries_after(PALMA, 2))[:2]
        assert books.entries_after_each({}, 2) == {}
