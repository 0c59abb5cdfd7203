"""Live draws meet a laboratory's demands: one unguessable source, no repeated stream, no bias."""

from __future__ import annotations

import ast
import os
from collections import Counter
from collections.abc import Iterator
from hashlib import blake2b
from itertools import combinations, product
from math import factorial, log2
from pathlib import Path

import pytest
from tests.equipment.battery import chi_square_tail

import novamas
from novamas.equipment import (
    DECK_52,
    CommittedSource,
    RevealedSource,
    Scripted,
    UniformDraw,
    below,
    chance,
    commitment_to,
    shuffled,
)
from novamas.equipment.chance import SEED_BYTES, Seeded
from novamas.errors import InvalidInput

SOURCE = Path(novamas.__file__).parent
AT_LIVE_TABLES = ("equipment", "table", "families", "games", "record", "store", "hall", "server")
BEYOND = {  # they read or draw a generator that is handed in, for whoever plays by himself; chance never does
    "table/offers.py": {"Random"},
}


# ---------------------------------------------------------------- one source (R1, R2)


def other_chance(source: str) -> Iterator[str]:
    """Yield the names that a module imports from other generators."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Import(names):
                yield from (name.name for name in names if name.name.split(".")[0] == "random")
                yield from (name.name for name in names if name.name.startswith("numpy.random"))
            case ast.ImportFrom("random" | "numpy.random", names):
                yield from (name.name for name in names)
            case ast.ImportFrom("numpy", names):
                yield from (f"numpy.{name.name}" for name in names if name.name == "random")
            case ast.Attribute(value=ast.Name("np" | "numpy"), attr="random"):
                yield "numpy.random"
            case ast.Attribute(value=ast.Name("os"), attr="urandom") | ast.ImportFrom("secrets"):
                yield "system"


@pytest.mark.parametrize("package", AT_LIVE_TABLES)
def test_nothing_at_a_live_table_reaches_another_generator(package: str) -> None:
    for module in (SOURCE / package).rglob("*.py"):
        name = module.relative_to(SOURCE).as_posix()
        allowed = {"system"} if name == "equipment/chance.py" else BEYOND.get(name, set())
        assert set(other_chance(module.read_text("utf-8"))) == allowed, name


@pytest.mark.parametrize(
    "planted",
    [
        "import random",
        "from random import choice",
        "import numpy.random as npr",
        "from numpy import random",
        "import numpy as np\nnp.random.rand()",
        "import os\nos.urandom(8)",
        "from secrets import randbelow",
    ],
)
def test_another_generator_would_be_found(planted: str) -> None:
    assert set(other_chance(planted))


def test_seeding_knows_no_clock_no_process_and_no_counter() -> None:
    """The module that seeds imports nothing whose values an outsider can know."""
    tree = ast.parse(Path(chance.__file__).read_text("utf-8"))
    imported = {name.name for node in ast.walk(tree) if isinstance(node, ast.Import) for name in node.names}
    imported |= {node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert not imported & {"time", "datetime", "os", "uuid", "itertools", "socket", "random"}


@pytest.mark.parametrize("size", [0, 1, 4, 8, 16, 31, 33, 64])
def test_seeds_of_fewer_than_256_bits_are_refused(size: int) -> None:
    assert SEED_BYTES * 8 == 256
    for take in (CommittedSource, RevealedSource, commitment_to):
        with pytest.raises(InvalidInput) as refused:
            take("5a" * size)
        assert refused.value.code == "seed_unreadable"


@pytest.mark.parametrize(("decks", "bits"), [(1, 225.6), (6, 1647), (8, 2229)])
def test_orderings_of_a_shoe_and_what_is_documented_of_them(decks: int, bits: float) -> None:
    """Cards of one kind are alike. A seed reaches 2²⁵⁶ of these orders, as the page on fairness says."""
    orders = log2(factorial(52 * decks)) - 52 * log2(factorial(decks))
    assert orders == pytest.approx(bits, abs=0.5)
    page = (SOURCE.parent.parent / "docs" / "fairness.md").read_text("utf-8")
    assert f"{bits:g}" in page


# ---------------------------------------------------------------- no stream twice (R3)


def drawn_in_a_child(source: CommittedSource | None) -> tuple[int, ...]:
    """Return the first thousand draws of a table in a forked process."""
    read, write = os.pipe()
    child = os.fork()
    if child == 0:  # pragma: no cover
        table = source or CommittedSource()
        os.write(write, b" ".join(str(table.draw(UniformDraw(256))).encode() for _ in range(1000)))
        os._exit(0)
    os.close(write)
    with os.fdopen(read, "rb") as pipe:
        told = pipe.read()
    os.waitpid(child, 0)
    return tuple(int(number) for number in told.split())


@pytest.mark.filterwarnings("ignore:This process .* is multi-threaded:DeprecationWarning")
@pytest.mark.skipif(not hasattr(os, "fork"), reason="nothing forks here")
def test_no_two_tables_share_a_stream_not_even_in_forks_or_after_a_restart() -> None:
    tables = [CommittedSource() for _ in range(64)]
    restored = CommittedSource(tables[0].kept())
    restored.seek(1000)  # a snapshot continues: it gives nothing a second time
    streams = [drawn_in_a_child(None) for _ in range(8)]
    streams += [tuple(table.draw(UniformDraw(256)) for _ in range(1000)) for table in tables]
    streams.append(tuple(restored.draw(UniformDraw(256)) for _ in range(1000)))
    assert all(len(stream) == 1000 for stream in streams)
    for one, other in combinations(streams, 2):
        same = sum(a == b for a, b in zip(one, other, strict=True))
        assert same < 40  # 3.9 are expected; 40 has less than one chance in 10²⁰


# ---------------------------------------------------------------- nothing favoured (R4, R5)


def test_scaling_gives_every_number_equally_many_of_all_inputs() -> None:
    """For every n from 1 to 416, each number below n is reached by exactly one of the inputs of k bits."""
    for n in range(1, 417):
        width = (n - 1).bit_length()
        reached: Counter[int] = Counter()
        for given in range(2**width):
            inputs = iter([given])
            try:
                reached[below(lambda count, inputs=inputs, width=width: _given(inputs, count, width), n)] += 1  # type: ignore[misc]
            except StopIteration:
                assert given >= n  # too much, and asked again
        assert reached == Counter(range(n)), n


def _given(inputs: Iterator[int], count: int, width: int) -> int:
    assert count == width
    return next(inputs)


def test_a_byte_by_modulo_would_not_be_even() -> None:
    """A byte modulo 37 would favour some pockets by 1.2 % and others by -13.3 %. Exact scaling does not."""
    reached = Counter(byte % 37 for byte in range(256))
    assert max(reached.values()) / (256 / 37) - 1 == pytest.approx(0.0117, abs=1e-4)
    assert min(reached.values()) / (256 / 37) - 1 == pytest.approx(-0.1328, abs=1e-4)


@pytest.mark.parametrize("size", range(1, 7))
def test_every_order_of_a_few_is_given_by_exactly_one_sequence_of_choices(size: int) -> None:
    choices = product(*(range(last + 1) for last in range(size - 1, 0, -1)))
    orders = Counter(shuffled(range(size), Scripted(choice)) for choice in choices)
    assert len(orders) == factorial(size)
    assert set(orders.values()) == {1}


@pytest.mark.parametrize(("decks", "times"), [(1, 2000), (6, 400), (8, 300)])
def test_a_shuffled_shoe_keeps_its_cards_and_favours_no_place(decks: int, times: int) -> None:
    """The place of the ace of spades passes a chi-square at one in ten thousand, with a fixed seed."""
    cards = tuple(DECK_52) * decks
    source = Seeded(416, decks)
    places = 26
    lies: Counter[int] = Counter()
    for _ in range(times):
        order = shuffled(cards, source)
        assert Counter(order) == Counter(cards)
        lies.update(at * places // len(order) for at, card in enumerate(order) if card == cards[0])
    whole = times * decks
    # cards of one kind exclude each other's places, which makes the statistic smaller, never larger
    statistic = sum((lies[place] - whole / places) ** 2 / (whole / places) for place in range(places))
    assert chi_square_tail(statistic, places - 1) > 1e-4


# ---------------------------------------------------------------- the promise tells nothing (R8)


def test_outcomes_cannot_be_computed_from_what_is_told_before() -> None:
    """No stream derived from public values, as key, seed or words, is the stream of the table.

    An earlier version derived outcomes from the published hash, and an attacker predicted twenty of twenty.
    """
    live = CommittedSource()
    live.mix_in("olé")
    told = [live.commitment, live.player_commitment or "", live.commitment.upper()]
    drawn = [live.draw(UniformDraw(37)) for _ in range(20)]
    for text in told:
        for person in (b"", b"novamas", b"novamas.live", b"novamas.both", b"novamas.promise"):
            for given in (bytes.fromhex(text), text.encode(), bytes.fromhex(text) + "olé".encode()):
                for key in (given[:64], blake2b(given, person=person).digest()):
                    assert spins_of(key)[:20] != drawn
        guessed = RevealedSource(text, "olé")
        assert [guessed.draw(UniformDraw(37)) for _ in range(20)] != drawn


def spins_of(key: bytes) -> list[int]:
    """Return the spins of a wheel whose stream has this key."""
    blocks = [
        blake2b(number.to_bytes(8, "little"), key=key, person=b"novamas").digest() for number in range(8)
    ]
    words = [int.from_bytes(block[at : at + 8], "little") for block in blocks for at in range(0, 64, 8)]
    return [word >> 58 for word in words if word >> 58 < 37]


def test_whoever_knows_the_key_foretells_every_spin() -> None:
    """An attacker who knows the key predicts every spin, so the test of unpredictability can fail."""
    seed = "00" * 31 + "01"
    key = blake2b(bytes.fromhex(seed), person=b"novamas.live").digest()
    source = RevealedSource(seed)
    assert spins_of(key)[:20] == [source.draw(UniformDraw(37)) for _ in range(20)]


def test_the_players_seed_changes_every_draw_and_the_house_cannot_choose() -> None:
    """The house is bound by its commitment, and each text of a player gives different draws."""
    seed = "00" * 31 + "01"
    first_words = {RevealedSource(seed, f"player {n}").draw(UniformDraw(2**64)) for n in range(500)}
    assert len(first_words) == 500


def test_draws_depend_on_nothing_but_seed_and_position() -> None:
    """The same state of the generator gives the same draws for any player and any stake (G1)."""
    spins = []
    for cash, stakes in (
        ("500 €", ["s1 bet rojo 10 €"]),
        ("900 €", ["s3 bet docena:1 50 €", "s1 bet negro 50 €"]),
    ):
        session = novamas.open("ruleta", seed=7, cash=cash)
        session.play(5, *stakes)
        spins.append([deed.what for deed in session.deeds if hasattr(deed, "what")])
    assert spins[0] == spins[1]
