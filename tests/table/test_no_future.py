"""No table contains future draws, only past ones."""

from __future__ import annotations

import pickle
from io import StringIO

import msgspec
import pytest

import novamas
from novamas.equipment import SINGLE_ZERO, CommittedSource
from novamas.games import GAMES
from novamas.record import Writer, header_of
from novamas.table.roles import CHANCE, RAIL

SEEDS = ("11" * 32, "22" * 32)


def up_to_the_first_draw(slug: str, seed: str) -> novamas.Sitting:
    """Return an open table with this seed, shuffled and cut, before its first draw."""
    session = novamas.open(slug)
    session.source = CommittedSource(seed)
    for _ in range(100):
        deed = None if session.phase.turn is CHANCE else session.next_deed()
        if deed is None:
            break
        session.do(deed)
    assert session.source.position == 0
    return session


@pytest.mark.parametrize("slug", sorted(GAMES))
def test_a_table_before_its_first_draw_is_the_same_whatever_its_seed(slug: str) -> None:
    """A shuffled shoe has no order yet, because a card is drawn only when it is needed."""
    one, other = (up_to_the_first_draw(slug, seed) for seed in SEEDS)
    assert one.phase == other.phase
    assert pickle.dumps(one.phase) == pickle.dumps(other.phase)
    for who in (RAIL, 1):
        assert msgspec.json.encode(repr(one.view(who))) == msgspec.json.encode(repr(other.view(who)))


def test_chance_writes_itself_down_nowhere() -> None:
    """The seed is in no text form of the source that could get into a log, a message or an error."""
    live = CommittedSource()
    live.draw(SINGLE_ZERO)
    seed, words = live.kept(), [str(word) for word in live._stream._words]
    told = f"{live} {live!r} {live._stream!r} {[live]}"
    assert not [secret for secret in (seed, *words) if secret in told]
    with pytest.raises(TypeError):
        msgspec.json.encode(live)


def test_a_record_has_no_seed_until_it_is_sealed() -> None:
    session = novamas.open("ruleta", my_seed="olé olé olé")
    file = StringIO()
    writer = Writer(file, header_of(session.table, session.source))
    session.play(3)
    for deed in session.deeds:
        writer.deed(deed)
    assert isinstance(session.source, CommittedSource)
    assert session.source.kept() not in file.getvalue()
    assert "olé olé olé" not in file.getvalue()
    writer.seal(session.source.reveal(), session.source.player_seed)
    assert session.source.kept() in file.getvalue()
