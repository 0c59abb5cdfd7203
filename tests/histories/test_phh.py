"""Hand histories in the PHH format are read, written back unchanged, or refused in one sentence."""

from __future__ import annotations

import string
import tomllib
from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from novamas.errors import InvalidInput
from novamas.histories.phh import (
    Action,
    History,
    history_of,
    read_action,
    read_histories,
    write_action,
    write_histories,
    write_history,
)

HANDS = Path(__file__).parent / "hands"
CENTS = st.integers(0, 10**9)


def read_back(text: str) -> History:
    return history_of(tomllib.loads(text, parse_float=Decimal), "here")


def test_amounts_are_whole_céntimos_and_infinity_is_unknown() -> None:
    hand = history_of(
        {
            "variant": "NT",
            "antes": [0, Decimal("0.05")],
            "blinds_or_straddles": [1, 2],
            "min_bet": 2,
            "starting_stacks": [Decimal("inf"), Decimal("10.5")],
            "actions": ["p1 cbr 7.25 # a remark", "", "# only a remark"],
        },
        "here",
    )
    assert hand.antes == (0, 5)
    assert hand.stacks == (None, 1_050)
    assert hand.actions == (
        Action(1, "cbr", cents=725, remark="a remark"),
        Action(0, ""),
        Action(0, "", remark="only a remark"),
    )


@pytest.mark.parametrize(
    ("line", "action"),
    [
        ("d dh p2 As??", Action(0, "dh", to=2, cards=(51, None))),
        ("d db 2c2d2h", Action(0, "db", cards=(0, 1, 2))),
        ("  p1   cc  ", Action(1, "cc")),
        ("p2 f", Action(2, "f")),
        ("p2 pb", Action(2, "pb")),
        ("p1 cbr 1000", Action(1, "cbr", cents=100_000)),
        ("p1 sd", Action(1, "sd")),
        ("p1 sd Ks", Action(1, "sd", cards=(47,))),
        ("p1 sm", Action(1, "sm")),
        ("p1 sm -", Action(1, "sm", same=True)),
        ("p1 sm AsKs", Action(1, "sm", cards=(51, 47))),
    ],
)
def test_every_action_of_the_format(line: str, action: Action) -> None:
    assert read_action(line, "here", 2) == action
    assert read_action(write_action(action), "here", 2) == action


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("p3 cc", "nobody"),
        ("d cc", "nobody"),
        ("p1 db 2c", "nobody"),
        ("d dh p3 2c2d", "nobody"),
        ("p1 cbr", "action_unreadable"),
        ("p1 waits", "action_unreadable"),
        ("hello", "action_unreadable"),
        ("p1 cbr lots", "not_an_amount"),
        ("p1 cbr 1.005", "not_an_amount"),
        ("p1 cbr inf", "not_an_amount"),
        ("p1 cbr -5", "not_an_amount"),
        ("p1 cbr 1e999999999", "not_an_amount"),
        ("p1 cbr 10000000000000.01", "not_an_amount"),
        ("p1 cbr 1e-999999999", "not_an_amount"),
        (f"p1 cbr {'9' * 5_000}", "not_an_amount"),
        (f"p{'1' * 5_000} f", "action_unreadable"),
        ("d db 2c2", "card_unreadable"),
        ("d db 1x", "card_unreadable"),
    ],
)
def test_what_cannot_be_read_is_refused_in_one_sentence(line: str, code: str) -> None:
    with pytest.raises(InvalidInput) as refused:
        read_action(line, "evening.phh", 2)
    assert refused.value.code == code
    assert str(refused.value).startswith("evening.phh: ")


FIELDS = {"variant": "NT", "antes": [0, 0], "starting_stacks": [10, 10], "actions": []}


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"variant": None}, "field_missing"),
        ({"starting_stacks": None}, "field_missing"),
        ({"actions": "p1 f"}, "not_actions"),
        ({"antes": [0]}, "wrong_number"),
        ({"antes": 5}, "not_amounts"),
        ({"antes": [True, 0]}, "not_an_amount"),
        ({"players": ["Aina"]}, "wrong_number"),
        ({"players": 5}, "not_names"),
        ({"antes": [0, -1]}, "not_an_amount"),
        ({"antes": [0, 10**30]}, "not_an_amount"),
        ({"min_bet": Decimal("1e999999999")}, "not_an_amount"),
        ({"ante_trimming_status": "no"}, "not_a_flag"),
        ({"finishing_stacks": [10, Decimal("inf")]}, "not_an_amount"),
    ],
)
def test_faulty_fields_are_named(change: dict[str, object], code: str) -> None:
    fields = {name: value for name, value in {**FIELDS, **change}.items() if value is not None}
    with pytest.raises(InvalidInput) as refused:
        history_of(fields, "here")
    assert refused.value.code == code


def test_files_that_are_no_histories(tmp_path: Path) -> None:
    for text, code in (
        ("not toml at all", "no_history"),
        ("a = 1\n", "no_variant"),
        (f"a = {'1' * 5_000}\n", "no_history"),
        (f"a = {'[' * 100_000}\n", "toml_too_deep"),
    ):
        path = tmp_path / "hand.phh"
        path.write_text(text, "utf-8")
        with pytest.raises(InvalidInput) as refused:
            list(read_histories(path))
        assert refused.value.code == code
    with pytest.raises(InvalidInput, match="cannot be read"):
        list(read_histories(tmp_path / "nothing.phh"))


def test_numbered_hands_are_named_by_their_number() -> None:
    path = HANDS / "evening.phhs"
    found = dict(read_histories(path))
    assert list(found) == [f"{path} [1]", f"{path} [2]"]
    assert found[f"{path} [2]"].more == {"venue": "Casino"}


@pytest.mark.parametrize("path", sorted(HANDS.iterdir()), ids=lambda path: path.name)
def test_the_sample_hands_are_written_back_the_same(path: Path, tmp_path: Path) -> None:
    hands = [hand for _, hand in read_histories(path)]
    assert [read_back(write_history(hand)) for hand in hands] == hands
    copy = tmp_path / "copy.phhs"
    copy.write_text(write_histories(hands), "utf-8")
    assert [hand for _, hand in read_histories(copy)] == hands


WORDS = st.text(string.printable + 'ñ€\x7f"\\', max_size=12)
CARDS = st.lists(st.none() | st.integers(0, 51), min_size=1, max_size=7).map(tuple)
REMARKS = st.text(string.ascii_letters + "# ", max_size=12).map(lambda text: text.strip("# "))


@st.composite
def actions(draw: st.DrawFn, players: int) -> Action:
    by, remark = draw(st.integers(1, players)), draw(REMARKS)
    return draw(
        st.sampled_from(
            [
                Action(0, "", remark=remark),
                Action(0, "dh", to=by, cards=draw(CARDS), remark=remark),
                Action(0, "db", cards=draw(CARDS), remark=remark),
                Action(by, "cbr", cents=draw(CENTS), remark=remark),
                Action(by, draw(st.sampled_from(["cc", "f", "pb", "sm", "sd"])), remark=remark),
                Action(by, "sm", same=True, remark=remark),
                Action(by, "sd", cards=draw(CARDS), remark=remark),
            ]
        )
    )


@st.composite
def histories(draw: st.DrawFn) -> History:
    players = draw(st.integers(2, 10))

    def each(values: st.SearchStrategy[int]) -> tuple[int, ...]:
        return tuple(draw(st.lists(values, min_size=players, max_size=players)))

    return History(
        variant=draw(st.sampled_from(["NT", "FT", "PO", "F7S"])),
        antes=each(CENTS),
        blinds=(0, *each(CENTS)[1:]),
        posts=draw(st.sampled_from([(), (500, *[0] * (players - 1))])),
        trims=draw(st.sampled_from([None, True, False])),
        min_bet=draw(CENTS),
        stacks=tuple(draw(st.lists(CENTS | st.none(), min_size=players, max_size=players))),
        actions=tuple(draw(st.lists(actions(players), max_size=8))),
        finishing=draw(st.none() | st.just(each(CENTS))),
        players=tuple(draw(st.lists(WORDS, min_size=players, max_size=players))),
        more=draw(st.dictionaries(st.sampled_from(["event", "hand", "my key"]), WORDS | st.integers(0, 9))),
    )


@given(histories())
def test_any_history_survives_writing_and_reading(history: History) -> None:
    assert read_back(write_history(history)) == history
