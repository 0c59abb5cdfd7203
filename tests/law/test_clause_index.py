"""The index of clauses is complete, in our words, and loaded only when needed."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter

import pytest

from novamas.law import UnknownClause, clause, clauses, library, norms, search_clauses


def test_every_clause_of_every_norm_is_there() -> None:
    assert Counter(one.norm for one in clauses()) == {"IB05": 1291, "IB09": 527, "AR10": 1042, "CM16": 179}
    assert Counter(one.duty for one in clauses()) == {
        "engine": 1611,
        "table": 436,
        "conduct": 279,
        "info": 126,
        "none": 587,
    }
    assert sum(one.is_owed for one in clauses()) == 2047


def test_ids_are_unique_and_belong_to_their_norm() -> None:
    assert len(library().index) == len(clauses())
    assert all(one.id.startswith(f"{one.norm}.") for one in clauses())


def test_references_between_clauses_lead_somewhere() -> None:
    nodes = {id[:dot] for id in library().index for dot in range(len(id)) if id[dot] == "."}
    lost = {
        seen for one in clauses() for seen in one.see if seen not in library().index and seen not in nodes
    }
    assert not lost


def test_the_gazettes_own_text_is_not_shipped() -> None:
    for norm in norms():
        lines = (library().read("clauses", f"{norm}.jsonl") or b"").decode()
        assert '"text"' not in lines
        assert '"lines"' not in lines


def test_every_doubtful_clause_says_what_we_apply() -> None:
    doubtful = [one for one in clauses() if one.reading]
    assert len(doubtful) >= 659  # those of the index, and those we met while building the games
    for one in doubtful:
        assert one.reading is not None
        assert len({one.reading.asks, one.reading.applies, one.reading.why}) == 3


def test_a_reading_is_split_into_what_is_asked_and_what_is_applied() -> None:
    reading = clause("AR10.P.14").reading
    assert reading is not None
    assert "prohibition" in reading.asks
    assert reading.applies.startswith("A tournament is refused")
    assert reading.why


def test_our_own_wording_of_a_reading_goes_before_the_index() -> None:
    reading = clause("AR10.DF2.1").reading
    assert reading is not None
    assert "a user who knows it may give it" in reading.applies


def test_an_unknown_clause_is_answered_with_the_nearest_ones() -> None:
    with pytest.raises(
        UnknownClause, match=r"No clause has the id “IB05\.00\.AU\.7”; did you mean .*IB05\.00\.AU\.1"
    ):
        clause("IB05.00.AU." + "7")


def test_clauses_are_chosen_by_norm_game_and_duty() -> None:
    found = clauses(norm="AR10", game="boule", duty="table")
    assert [one.path[-1] for one in found] == ["d) Bola o «boule»"]
    assert clauses(norm="CM16", game="boule") == ()


def test_a_search_wants_all_the_words_in_any_case() -> None:
    found = search_clauses("TOURNAMENTS authorise")
    assert "AR10.P.14" in [one.id for one in found]
    assert len(found) < len(search_clauses("authorise"))
    assert search_clauses("tournaments zebra") == ()


def test_importing_the_law_reads_no_data() -> None:
    code = (
        "from novamas.law.default import library, ours;"
        "print([made.cache_info().currsize for made in (library, ours)])"
    )
    printed = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert printed.strip() == "[0, 0]"


def test_the_glossary_has_every_term_in_three_languages() -> None:
    terms = library().glossary
    assert len(terms) == 232
    assert all(term.es and term.ca and term.en and term.meaning for term in terms)
    assert not any("'" in term.ca for term in terms)
    croupier = next(term for term in terms if term.es == "croupier")
    assert croupier.ca == "crupier"
