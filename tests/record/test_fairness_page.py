"""The worked example of the page on fairness is recomputed and compared with the program."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.record import apart

from novamas.equipment.health import PROPORTION, REPETITION, WINDOW
from novamas.hall.keys import FILE, VARIABLE
from novamas.record import chain, signatures
from novamas.record.chain import Seal
from novamas.record.records import Header
from novamas.record.signatures import House, receipt_text, seal_text

PAGE = " ".join((Path(__file__).parent.parent.parent / "docs" / "fairness.md").read_text("utf-8").split())
SEED, PLAYER = "00" * 31 + "01", "olé"
KEY = apart.key_of(SEED, PLAYER)
HOUSE = House(bytes.fromhex(SEED))
LINK = apart.hashed(bytes(32) + b'{"do":"launch","by":"croupier"}', "novamas.link").hex()
WORDS = [word for word, _ in zip(apart.words(KEY), range(10), strict=False)]


@pytest.mark.parametrize(
    ("what", "value"),
    [
        ("commitment", apart.hashed(bytes.fromhex(SEED), "novamas.promise").hex()),
        ("player's commitment", apart.hashed(PLAYER.encode(), "novamas.player").hex()),
        ("key begins", KEY.hex()[:32]),
        ("block 0 begins", apart.hashed(bytes(8), "novamas", 64, KEY).hex()[:32]),
        ("if it were the first", LINK),
        ("the house's public key", HOUSE.public),
        ("at table `k3v9w2x8qa`", HOUSE.signed_receipt("k3v9w2x8qa", 1, LINK).signature),
    ],
)
def test_a_row_of_the_example(what: str, value: str) -> None:
    assert f"{what} | `{value}` |" in PAGE


def test_the_spins_of_the_example() -> None:
    assert f"`{WORDS[0]:x}`: the top six bits say {WORDS[0] >> 58}" in PAGE
    assert apart.ROULETTE[WORDS[0] >> 58] == apart.ROULETTE[-1] == 26
    assert [word >> 58 for word in WORDS[5:7]] == [60, 57]
    spins = [apart.ROULETTE[word >> 58] for word in WORDS if word >> 58 < 37]
    assert f"{' '.join(map(str, spins))}, which takes ten words" in PAGE
    assert len(WORDS) == 10
    assert len(spins) == 8


def test_the_texts_that_are_signed_stand_on_the_page() -> None:
    header = Header(game="ruleta", norm="IB05", edition="1", choices={})
    for text in (seal_text("TABLE", header, Seal(1, "LINK")), receipt_text("TABLE", 1, "LINK")):
        assert text is not None
        names = [line.split(" ")[0] for line in text.decode().splitlines()[1:]]
        title = text.decode().splitlines()[0]
        shown = PAGE[PAGE.index(title) :].split("```")[0].split()[3:]
        assert shown[::2] == names
        assert title in (signatures.__doc__ or "")


def test_its_figures_are_the_programs() -> None:
    assert f"cutoffs {REPETITION} and {PROPORTION} of {WINDOW}" in PAGE
    assert f"`{FILE}`" in PAGE
    assert f"`{VARIABLE}`" in PAGE
    for module in (chain, signatures):
        assert "BLAKE2b" in (module.__doc__ or "")
