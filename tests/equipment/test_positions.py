"""A stream continues from a position exactly as if it had never stopped."""

from __future__ import annotations

from copy import deepcopy

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from novamas.equipment import SINGLE_ZERO, CommittedSource, RevealedSource, UniformDraw
from novamas.errors import InvalidInput, NovamasError

SEED = "00" * 31 + "01"
WORD = UniformDraw(2**64)


def test_a_position_counts_words_also_those_that_said_too_much() -> None:
    """The draws out of 37 use six bits of a word. Words that give 37 or more are counted too."""
    words, source = RevealedSource(SEED), RevealedSource(SEED)
    used = 0
    for _ in range(50):
        while words.draw(WORD) >> 58 >= 37:
            used += 1
        used += 1
        source.draw(SINGLE_ZERO)
        assert source.position == used
    source.draw(UniformDraw(1))
    assert source.position == used + 1  # even where there is nothing to choose
    source.draw(UniformDraw(2**100))
    assert source.position == used + 3


@settings(max_examples=60, deadline=None)
@given(
    position=st.integers(0, 300),
    player_seed=st.none() | st.just("olé"),
    ways=st.lists(st.sampled_from([1, 2, 6, 36, 37, 52, 416, 2**63 + 1, 2**64, 2**65]), max_size=30),
)
def test_whoever_goes_on_from_a_position_draws_the_same(
    position: int, player_seed: str | None, ways: list[int]
) -> None:
    whole = RevealedSource(SEED, player_seed)
    for _ in range(position):
        whole.draw(WORD)
    replayed, live = RevealedSource(SEED, player_seed), CommittedSource(SEED)
    if player_seed is not None:
        live.mix_in(player_seed)
    for source in (replayed, live):
        source.seek(position)
        assert source.position == position
    for total in ways:
        drawn = whole.draw(UniformDraw(total))
        assert (replayed.draw(UniformDraw(total)), live.draw(UniformDraw(total))) == (drawn, drawn)
        assert whole.position == replayed.position == live.position


@pytest.mark.parametrize("stops", [1, 7, 8, 63, 64, 65, 1000])
def test_a_snapshot_of_a_table_goes_on_where_it_stood(stops: int) -> None:
    live = CommittedSource()
    live.mix_in("olé")
    for _ in range(stops):
        live.draw(SINGLE_ZERO)
    assert live.player_seed is not None
    again = CommittedSource(live.kept())
    again.mix_in(live.player_seed)
    again.seek(live.position)
    assert (again.commitment, again.player_commitment) == (live.commitment, live.player_commitment)
    assert [again.draw(SINGLE_ZERO) for _ in range(200)] == [live.draw(SINGLE_ZERO) for _ in range(200)]


def test_far_positions_take_no_longer() -> None:
    far, replayed = CommittedSource(SEED), RevealedSource(SEED)
    for source in (far, replayed):
        source.seek(2**63 + 5)
        assert source.position == 2**63 + 5
    assert far.draw(WORD) == replayed.draw(WORD) != CommittedSource(SEED).draw(WORD)


def test_a_draw_that_was_not_written_down_is_drawn_again() -> None:
    """A source that is set back draws the same words again and raises no false alarm."""
    live = CommittedSource()
    for _ in range(300):
        before = live.position
        drawn = [live.draw(SINGLE_ZERO) for _ in range(1 + before % 70)]
        live.seek(before)
        assert [live.draw(SINGLE_ZERO) for _ in drawn] == drawn


@pytest.mark.parametrize("position", [-1, 2**64])
def test_no_position_is_before_the_first_word_or_after_the_last(position: int) -> None:
    with pytest.raises(InvalidInput):
        CommittedSource(SEED).seek(position)


def test_who_has_gone_on_mixes_no_other_seed_in() -> None:
    live = CommittedSource(SEED)
    live.seek(3)
    with pytest.raises(NovamasError) as refused:
        live.mix_in("too late")
    assert refused.value.code == "seed_too_late"


def test_a_fork_of_a_table_draws_the_same_and_leaves_the_table_alone() -> None:
    live = CommittedSource()
    live.draw(SINGLE_ZERO)
    other = deepcopy(live)
    at = live.position
    drawn = [other.draw(SINGLE_ZERO) for _ in range(100)]
    assert live.position == at
    assert [live.draw(SINGLE_ZERO) for _ in range(100)] == drawn
