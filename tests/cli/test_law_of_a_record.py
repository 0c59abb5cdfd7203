"""A replay and an audit report a record that was not checked under the law of its own edition."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.cli.conftest import Novamas
from tests.record.forging import bare, chained, lines_of, put
from tests.record.test_old_editions import older_law, played_under

from novamas.law import catalogue
from novamas.law.texts import LANGUAGES
from novamas.words import voice_for

LAWS = ("of_the_edition", "carried", "of_today")
OWN_WORDS = {  # what must be said in each language, besides the edition
    "carried": {"es": "no puede decir si estuvo en vigor", "ca": "no pot dir si va estar en vigor",
                "en": "cannot say whether it was ever in force"},
    "of_today": {"es": "se ha comprobado con la actual", "ca": "s’ha comprovat amb l’actual",
                 "en": "it was checked under the current one"},
}  # fmt: skip


def written(path: Path, law: str) -> str:
    """Write a record that is checked under this law, and return its edition."""
    played_under(older_law() if law == "carried" else catalogue.under("IB05")["ruleta"], path)
    first, *deeds = bare(lines_of(path))
    head = json.loads(first)
    if law == "of_today":
        del head["figures"]
        head["edition"] = f"{'0' * 16}.{head['edition'].partition('.')[2]}"
        put(path, chained([json.dumps(head, separators=(",", ":")), *deeds]))
    return str(head["edition"])


@pytest.mark.parametrize("law", LAWS)
@pytest.mark.parametrize("command", ["replay", "audit"])
def test_a_law_that_is_not_ours_is_said_to_be_so(
    novamas: Novamas, tmp_path: Path, law: str, command: str
) -> None:
    record = tmp_path / "evening.jsonl"
    edition = written(record, law)
    for language in LANGUAGES:
        ran = novamas(command, record, "--any-edition", "--lang", language)
        shown = " ".join((ran.out + ran.err).split())
        voice = voice_for(language)
        for other in OWN_WORDS:
            whole = voice.say(f"proving.law_{other}", edition=edition)
            assert (whole.removesuffix(".") in shown) is (other == law), (language, shown)
        assert law not in OWN_WORDS or OWN_WORDS[law][language] in shown
        assert ran.status == 0, shown


@pytest.mark.parametrize("law", LAWS)
def test_programs_are_sent_the_law_of_a_record(novamas: Novamas, tmp_path: Path, law: str) -> None:
    record = tmp_path / "evening.jsonl"
    edition = written(record, law)
    (proofs,) = json.loads(novamas("replay", record, "--any-edition", "--json").out)["records"]
    assert proofs["law"] == law
    (file,) = json.loads(novamas("audit", record, "--any-edition", "--json").out)["files"]
    assert (file["law"], file["edition"]) == (law, edition)


def test_an_edition_that_is_not_ours_is_refused_unless_it_is_asked_for(
    novamas: Novamas, tmp_path: Path
) -> None:
    record = tmp_path / "evening.jsonl"
    for law in ("carried", "of_today"):
        written(record, law)
        for command in ("replay", "audit"):
            ran = novamas(command, record)
            assert ran.status != 0
            assert "--any-edition" in ran.out + ran.err
