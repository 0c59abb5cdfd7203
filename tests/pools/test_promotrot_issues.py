"""The prize of each ticket of an issue, its display to the player, and its public verification."""

from __future__ import annotations

from collections import Counter
from hashlib import blake2b

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.pools.promotrot import SEED, issues, pre_drawn, probabilistic, tickets_of
from tests.support.promotrot import prize_shown

from novamas.equipment.chance import RevealedSource, UniformDraw, shuffled
from novamas.errors import NovamasError
from novamas.law import library
from novamas.law.texts import LANGUAGES
from novamas.pools.promotrot.faces import (
    CELLS,
    RUNNERS,
    check_act,
    face_of,
    marks_of,
    uncovered,
)
from novamas.pools.promotrot.issues import Issue, prize_of
from novamas.pools.promotrot.setup import frame_now
from novamas.words.texts import find

seeds = st.binary(min_size=32, max_size=32).map(bytes.hex)


@pytest.mark.law("IB05.15.II.2.1")
@given(issue=issues().filter(lambda issue: issue.is_pre_drawn), seed=seeds)
def test_a_pre_drawn_issue_sold_out_pays_exactly_its_table(issue: Issue, seed: str) -> None:
    sold = Counter(prize.name for prize in tickets_of(issue, seed, issue.tickets) if prize)
    assert sold == {prize.name: prize.times for prize in issue.prizes}
    won = sum(prize.cents for prize in tickets_of(issue, seed, issue.tickets) if prize)
    assert won == issue.returned * issue.tickets * issue.price


@pytest.mark.law("IB05.15.II.2.1")
def test_a_pre_drawn_issue_is_shuffled_once_with_its_seed() -> None:
    issue = pre_drawn()
    listed = ["primero"] * 2 + ["silla"] + ["vuelta"] * 200 + [""] * 797
    held = [prize.name if prize else "" for prize in tickets_of(issue, SEED, 1000)]
    assert held == list(shuffled(listed, RevealedSource(SEED)))
    other = [prize.name if prize else "" for prize in tickets_of(issue, f"{2:064x}", 1000)]
    assert held != other


@pytest.mark.law("IB05.15.II.3.1")
def test_each_probabilistic_play_is_drawn_apart_by_the_declared_chances() -> None:
    issue = probabilistic()
    for number in (1, 2, 77, 500):
        way = RevealedSource(SEED, str(number)).draw(UniformDraw(1000))
        name = "oro" if way < 1 else "plata" if way < 251 else None
        prize = prize_of(issue, SEED, number)
        assert (prize.name if prize else None) == name
    first = blake2b(bytes.fromhex(SEED) + b"1", person=b"novamas.both").digest()
    word = blake2b(bytes(8), key=first, person=b"novamas").digest()[:8]
    drawn = int.from_bytes(word, "little") >> 54
    assert (
        drawn >= 1000 or RevealedSource(SEED, "1").draw(UniformDraw(1000)) == drawn
    )  # as the module says it is done


@pytest.mark.law("IB05.15.II.3.1")
def test_every_probabilistic_ticket_may_win_and_about_as_many_do_as_declared() -> None:
    issue = probabilistic(tickets="4000")
    won = Counter(prize.name for prize in tickets_of(issue, SEED, 4000) if prize)
    assert 4000 * 0.25 - 5 * 27.4 < won["plata"] < 4000 * 0.25 + 5 * 27.4  # five deviations
    apart = {tuple(p is not None for p in tickets_of(issue, f"{n:064x}", 3)) for n in range(200)}
    assert len(apart) == 8  # whatever the first tickets held, the third may hold either


def test_there_is_no_ticket_beyond_the_issue() -> None:
    issue = pre_drawn()
    for number in (0, 1001):
        with pytest.raises(NovamasError) as caught:
            prize_of(issue, SEED, number)
        assert (caught.value.code, caught.value.clause) == ("no_such_ticket", "IB05.15.II.2.4")


# ---------------------------------------------------------------- faces


@pytest.mark.law("IB05.15.IIbis.2.2", "IB05.15.IIbis.2.3")
@given(issue=issues(), seed=seeds, data=st.data())
def test_whatever_the_player_does_uncovers_the_prize_of_the_ticket(
    issue: Issue, seed: str, data: st.DataObject
) -> None:
    number = data.draw(st.integers(1, issue.tickets))
    face = face_of(issue, seed, number)
    assert prize_shown(issue, face) == prize_of(issue, seed, number)
    if issue.action == "carrera":
        assert 1 <= face.comes_in <= RUNNERS
        return
    opened: list[int] = []
    for cell in data.draw(st.permutations(range(1, CELLS + 1))):
        check_act(issue, cell)
        opened.append(cell)
        seen = uncovered(face, opened)
        assert [mark for mark in seen if mark] == [face.cells[n - 1] for n in sorted(opened)]
    assert uncovered(face, opened) == face.cells


@pytest.mark.law("IB05.15.IIbis.2.3")
def test_only_what_the_terminal_suggests_is_done() -> None:
    for issue, most in ((pre_drawn(), CELLS), (pre_drawn(action='"carrera"'), RUNNERS)):
        check_act(issue, most)
        for act in (0, most + 1):
            with pytest.raises(NovamasError) as caught:
                check_act(issue, act)
            assert (caught.value.code, caught.value.clause) == ("act_not_suggested", "IB05.15.IIbis.2.3")


@pytest.mark.law("IB05.15.II.2.7")
@pytest.mark.parametrize("presentation", ["letras", "signos", "numeros", "dibujos", "grafia"])
def test_a_pre_drawn_game_is_presented_as_its_plan_says(presentation: str) -> None:
    issue = pre_drawn(presentation=f'"{presentation}"')
    marks = frame_now().figures["presentations"][presentation]["marks"]  # type: ignore[index]
    assert list(marks_of(issue)) == marks
    assert set(face_of(issue, SEED, 1).cells) <= set(marks)
    assert frame_now().options["presentation"].cite[0] == "IB05.15.II.2.7"
    assert len({face_of(issue, SEED, number).cells for number in range(1, 20)}) > 15


@pytest.mark.law("IB05.15.II.3.7")
def test_a_probabilistic_game_has_the_same_presentations() -> None:
    shown = {
        kind: set(face_of(probabilistic(presentation=f'"{kind}"'), SEED, 1).cells)
        for kind in ("letras", "signos", "numeros", "dibujos", "grafia")
    }
    assert len(set.union(*shown.values())) == sum(map(len, shown.values()))
    assert "IB05.15.II.3.7" in frame_now().options["presentation"].cite


def test_every_mark_has_a_name_and_no_two_of_a_presentation_share_it() -> None:
    for kind in ("letras", "signos", "numeros", "dibujos", "grafia"):
        marks = marks_of(pre_drawn(presentation=f'"{kind}"'))
        for language in LANGUAGES:
            names = [
                text.in_language(language)
                for mark in marks
                if (text := find(library(), f"marks.{mark}", "promotrot"))
            ]
            assert len(set(names)) == len(marks) == 12
