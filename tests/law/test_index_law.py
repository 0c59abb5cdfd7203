"""The index is written from the records without the gazettes' text."""

from __future__ import annotations

from tools.index_law import entry, reading


def test_only_what_is_in_our_words_is_kept() -> None:
    record: dict[str, object] = {
        "id": "X.1",
        "text": "el original",
        "lines": [1, 2],
        "says": "ours",
        "row": "1",
    }
    assert entry(record) == {"id": "X.1", "says": "ours"}


def test_a_question_is_split_at_the_word_that_answers_it() -> None:
    assert reading("Which one? Recommended: the first.") == {"asks": "Which one?", "applies": "The first."}
    assert reading("Silent; recommended: the first.") == {"asks": "Silent", "applies": "The first."}
    assert reading("Table missing. Reading (usual): stand.") == {
        "asks": "Table missing.",
        "applies": "Stand.",
    }


def test_a_question_answered_twice_or_without_the_word_is_left_whole() -> None:
    twice = "One? Recommended: yes. Two? Recommended: no."
    assert reading(twice) == {"applies": twice}
    assert reading("The ace counts low.") == {"applies": "The ace counts low."}
    assert reading("Readings: (a) or (b). Any.") == {"applies": "Readings: (a) or (b). Any."}
