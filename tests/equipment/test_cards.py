import pytest
from hypothesis import given
from hypothesis import strategies as st

from novamas.equipment import (
    DECK_52,
    DECK_53,
    DECK_SIZES,
    JOKER,
    card,
    cards,
    deck,
    is_red,
    name,
    names,
    rank,
    suit,
    symbol,
)
from novamas.errors import InvalidInput

HANDS = st.lists(st.integers(0, JOKER), unique=True)


@given(HANDS, st.sampled_from(["", " ", ", ", "\n"]))
def test_what_is_written_is_read(hand: list[int], between: str) -> None:
    assert cards(between.join(name(each) for each in hand)) == tuple(hand)
    assert cards(between.join(symbol(each) for each in hand)) == tuple(hand)
    assert cards(names(hand).lower()) == tuple(hand)


def test_the_usual_ways_of_writing_a_card() -> None:
    assert cards("As Kd 10h") == cards("AsKdTh") == cards("a♠,k♦️;T♥")
    assert card("*") == card("Jk") == card("jK") == JOKER
    for joker in ("Joker", "JOKER", "comodín", "comodi\N{COMBINING ACUTE ACCENT}n", "comodin", "jòquer", "★"):
        assert cards(f"As+{joker} Js") == cards("As Jk Js")
    assert card("2c") == 0
    assert card("As") == 51


@pytest.mark.parametrize(("text", "twice"), [("As As", "As"), ("As 10S Ts", "Ts"), ("Jk*", "Jk")])
def test_a_card_twice_is_named(text: str, twice: str) -> None:
    with pytest.raises(InvalidInput, match=f"Card given twice: {twice}") as refused:
        cards(text)
    assert (refused.value.code, refused.value.figures) == ("card_twice", {"cards": (card(twice),)})


@pytest.mark.parametrize(
    ("text", "word"), [("As 1d", "1d"), ("Ax Kd", "Ax"), ("As K", "K"), ("AsKd11h", "11h")]
)
def test_a_card_that_is_none_is_named(text: str, word: str) -> None:
    with pytest.raises(InvalidInput, match=f"“{word}” in"):
        cards(text)


@pytest.mark.parametrize("text", ["", "AsKs"])
def test_one_card_is_one_card(text: str) -> None:
    with pytest.raises(InvalidInput, match="is not one card"):
        card(text)


def test_ranks_suits_and_colours() -> None:
    assert [rank(card(text)) for text in ("2c", "10d", "Jh", "As")] == [2, 10, 11, 14]
    assert [suit(card(text)) for text in ("2c", "10d", "Jh", "As")] == ["c", "d", "h", "s"]
    assert [is_red(each) for each in cards("2c 10d Jh As Jk")] == [False, True, True, False, False]
    assert symbol(card("10h")) == "10♥"


@pytest.mark.law("IB09.12-1.I.4", "IB09.12-2-d.II.1", "AR10.10-2-B-d.II.1", "AR10.10-2-A.II.2")
@pytest.mark.law("IB05.12.II.1.1", "IB09.12-2-e.II.1", "AR10.10-2-B-e.II.1")
@pytest.mark.parametrize(
    ("size", "ranks"),
    [
        (52, "23456789TJQKA"),
        (48, "3456789TJQKA"),
        (44, "456789TJQKA"),
        (40, "56789TJQKA"),
        (36, "6789TJQKA"),
        (32, "789TJQKA"),
        (28, "89TJQKA"),
    ],
)
def test_short_decks_lack_the_lowest_ranks(size: int, ranks: str) -> None:
    assert names(deck(size)) == " ".join(letter + each for letter in ranks for each in "cdhs")
    assert len(deck(size)) == size


@pytest.mark.law("IB09.16.II.1.1", "AR10.10-1-C.II.1.1")
def test_the_deck_of_pai_gow_poker_has_one_joker() -> None:
    assert (*DECK_52, JOKER) == DECK_53
    assert DECK_SIZES[-1] == 53


@pytest.mark.parametrize("size", [0, 24, 33, 54, -52])
def test_other_decks_do_not_exist(size: int) -> None:
    with pytest.raises(InvalidInput, match=f"no {size}-card deck"):
        deck(size)
