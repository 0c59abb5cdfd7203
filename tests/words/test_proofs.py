"""The text of a proof is exact in each language. For a failed proof it names the line."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import get_args

import pytest
from tests.record.forging import bare, lines_of, put, rewritten, unchained

import novamas
from novamas.law import library
from novamas.law.texts import LANGUAGES, Language
from novamas.record import check, read_record
from novamas.record.replay import Chance
from novamas.words import voice_for
from novamas.words.proofs import broken, proved
from novamas.words.texts import find

RED = "s1 bet rojo 10 €"


@pytest.fixture
def record(tmp_path: Path) -> Path:
    session = novamas.open("ruleta", seed=7)
    session.play(2, RED)
    session.save(tmp_path / "evening.jsonl")
    return tmp_path / "evening.jsonl"


def told(path: Path, language: Language, receipt: str | None = None) -> list[str]:
    """Return all sentences about a valid record, or the message about its first broken line."""
    read = read_record(path)
    checked = check(read, receipt)
    voice = voice_for(language)
    if checked.broken is not None:
        return [broken(checked.broken, voice)]
    return list(proved(checked, read.header, voice))


def test_a_sealed_record_without_a_receipt(record: Path) -> None:
    deeds = len(lines_of(record)) - 2
    assert told(record, "es")[0] == f"Todas las acciones ({deeds}) están permitidas."
    assert told(record, "ca")[2:] == [
        "La cadena és completa: cada línia depèn de totes les anteriors.",
        "El registre està segellat.",
        "No s’ha indicat cap rebut. Només un rebut prova que aquest és el registre de la partida.",
    ]
    assert told(record, "en")[3] == "The record is sealed."


def test_a_receipt_proves_how_far_it_reaches(record: Path) -> None:
    last = lines_of(record)[-1].rpartition('"link":"')[2][:32]
    number = len(lines_of(record))
    assert (
        told(record, "es", last)[-1]
        == f"El registro coincide con el recibo hasta la línea {number} (jugadas: 2)."
    )
    assert told(record, "ca", "0" * 32) == [
        (
            f"Cap línia fins a l’última, la {number}, no té el rebut {'0' * 16}:"
            " és d’un altre registre, o d’una part posterior d’aquest."
        )
    ]


def test_what_does_not_bind_a_record_is_told(record: Path) -> None:
    lines = lines_of(record)
    put(record, lines[:-1])
    assert voice_for("es").text("proving.not_sealed") in told(record, "es")
    record.write_text("\n".join(lines[:-2]) + "\n" + lines[-2][:20], "utf-8")
    assert voice_for("ca").say("proving.half_written", line=len(lines) - 1) in told(record, "ca")
    put(record, unchained(lines))
    assert told(record, "en")[-1] == "The record is not chained: its lines may have been changed."


def without_a_link(record: Path) -> None:
    lines = lines_of(record)
    put(record, [*lines[:2], *bare(lines[2:3]), *lines[3:]])


def another_link(record: Path) -> None:
    record.write_text(record.read_text("utf-8").replace('"cents":1000', '"cents":1100', 1), "utf-8")


def after_the_seal(record: Path) -> None:
    put(record, [*lines_of(record), lines_of(record)[1]])


def an_unlawful_bet(record: Path) -> None:
    rewritten(record, ('"cents":1000', '"cents":1'))


@pytest.mark.parametrize(
    ("forge", "es", "ca", "en"),
    [
        (without_a_link, "no está encadenada", "no està encadenada", "is not chained"),
        (another_link, "no continúa", "no continua", "does not continue"),
        (after_the_seal, "después del sello", "després del segell", "after the seal"),
        (an_unlawful_bet, "s1 bet rojo 1: ", "s1 bet rojo 1: ", "s1 bet rojo 1: "),
    ],
)
def test_where_a_record_does_not_hold_is_told_by_its_line(
    record: Path, forge: Callable[[Path], None], es: str, ca: str, en: str
) -> None:
    forge(record)
    line = len(lines_of(record)) if forge is after_the_seal else 3
    for language, said in zip(LANGUAGES, (es, ca, en), strict=True):
        (only,) = told(record, language)
        assert said in only
        assert str(line) in only


def test_all_that_can_be_said_of_the_draws_has_words() -> None:
    """If the draws differ or are incomplete, the text names the line."""
    for chance in {*get_args(Chance), "agrees_with_both"} - {"departs", "not_to_the_end"}:
        assert find(library(), f"proving.{chance}"), chance
