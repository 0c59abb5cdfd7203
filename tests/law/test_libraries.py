"""Two libraries of law in one process never mix: neither in threads nor in spawned processes."""

from __future__ import annotations

import pickle
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from fractions import Fraction
from multiprocessing import get_context
from pathlib import Path

import pytest
from tests.support.law_pack import NORM, REGION, two_libraries, write_pack

from novamas.errors import NovamasError
from novamas.games import game
from novamas.house.opening import frame_to_play, homes
from novamas.law import Frame, Library, library
from novamas.law.library import library_of
from novamas.odds.cache import cached_odds
from novamas.table.game import open_table
from novamas.words import voice_for


@pytest.fixture
def both(tmp_path: Path) -> tuple[Library, Library]:
    return two_libraries(tmp_path)


def edge(law: Library) -> Fraction:
    """Return the edge of a number at boule, which depends on its payout in this library."""
    table = open_table(game("boule"), law.under(NORM)["boule"])
    return (
        cached_odds(table)["numero:1"].edge
        if "numero:1" in cached_odds(table)
        else cached_odds(table)["numero"].edge
    )


def told(law: Library) -> tuple[str, str, Fraction]:
    """Return what a library states about a region and a clause, and the odds under it."""
    voice = voice_for("en", law=law)
    return voice.named("regions", REGION), voice.clause(f"{NORM}.3").says, edge(law)


def told_of(frame: Frame) -> tuple[str, str, Fraction]:
    return told(frame.law)


SOMEWHERE = ("Somewhere", "A bet on a number pays 8 to one.", Fraction(0))
ELSEWHERE = ("Elsewhere", "A bet on a number pays 10 to one.", Fraction(-2, 9))


def test_each_library_has_its_own_figures_words_and_odds(both: tuple[Library, Library]) -> None:
    one, other = both
    assert told(one) == SOMEWHERE
    assert told(other) == ELSEWHERE
    assert one.frame(NORM, "boule").pin != other.frame(NORM, "boule").pin
    assert one.fingerprint != other.fingerprint
    assert told(one) == SOMEWHERE


def test_a_frame_of_the_same_figures_is_another_in_another_library(both: tuple[Library, Library]) -> None:
    one, other = both
    mine, theirs = one.frame("IB05", "ruleta"), other.frame("IB05", "ruleta")
    assert mine.pin == theirs.pin == library().frame("IB05", "ruleta").pin
    assert mine is not theirs
    assert (mine.law, theirs.law) == (one, other)
    assert one.pinned(mine.pin) is mine


def test_threads_do_not_mix_libraries(both: tuple[Library, Library]) -> None:
    with ThreadPoolExecutor(4) as threads:
        found = list(threads.map(told, both * 8))
    assert found == [SOMEWHERE, ELSEWHERE] * 8


def test_spawned_processes_get_the_library_of_their_parent(both: tuple[Library, Library]) -> None:
    frames = [law.frame(NORM, "boule") for law in both]
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as processes:
        assert list(processes.map(told_of, frames * 2)) == [SOMEWHERE, ELSEWHERE] * 2


def test_a_pickled_library_is_the_same_one_here(both: tuple[Library, Library]) -> None:
    for law in both:
        assert pickle.loads(pickle.dumps(law)) is law
        assert pickle.loads(pickle.dumps(law.frame(NORM, "boule"))) is law.frame(NORM, "boule")
    assert len(pickle.dumps(both[0])) < 500


def test_other_files_under_the_same_folder_are_refused_in_a_sentence(tmp_path: Path) -> None:
    folder = write_pack(tmp_path / "pack", pays=8)
    message = pickle.dumps(library_of(str(folder)))  # nobody keeps the library
    write_pack(folder, pays=9)
    with pytest.raises(
        NovamasError, match="Another process works with another version of the law of novamas, nova"
    ):
        pickle.loads(message)


def test_the_default_of_our_games_stays_ours(both: tuple[Library, Library]) -> None:
    for law in both:
        assert homes("boule", law) == (*homes("boule"), NORM)
        assert frame_to_play("boule", law=law).norm == "IB05"
        assert tuple(law.norms) == (*library().norms, NORM)


def test_a_library_is_freed_with_all_that_it_computed(tmp_path: Path) -> None:
    import gc
    from weakref import ref

    law = library_of(str(write_pack(tmp_path / "pack")))
    frame = law.frame(NORM, "boule")
    frame.clauses()
    voice_for("en", law=law).clause(f"{NORM}.3")
    gone = ref(law)
    del law, frame
    gc.collect()
    assert gone() is None
