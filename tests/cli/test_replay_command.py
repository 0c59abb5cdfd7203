"""`novamas replay` and `novamas why` check, show and explain records."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest
from tests.cli.conftest import Novamas
from tests.record.forging import lines_of, put, rewritten, unchained
from tests.record.test_signatures import HOUSE, OTHER, receipts_of, written

from novamas.equipment.chance import commitment_to
from novamas.law import library
from novamas.words import voice_for


@pytest.fixture
def record(novamas: Novamas, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a session of three spins without a zero, whose committed seed is revealed."""
    monkeypatch.setattr("novamas.equipment.chance.system_seed", lambda: bytes(32))
    path = tmp_path / "evening.jsonl"
    lines = "rojo 5\n17 2\n\nrojo 5\n\ndocena 1 4\nnegro 5\n\nquit\n"
    assert novamas("play", "ruleta", "--record", path, lines=lines).status == 0
    return path


def test_a_record_is_told_and_every_draw_recomputed(novamas: Novamas, record: Path) -> None:
    ran = novamas("replay", record)
    assert ran.status == 0
    assert "   3  seat 1: bet " in ran.out
    assert "Seat 1 bets €5.00 on red." in ran.out
    assert ran.out.endswith(
        f"All actions ({len(lines_of(record)) - 2}) are allowed.\n"
        "All draws (3) match the committed seed.\n"
        "The chain is complete: every line depends on all lines before it.\n"
        "The record is sealed.\n"
        "No receipt was given. Only a receipt proves that this is the record of the game.\n"
    )


def test_draws_that_come_from_a_number_are_recomputed(novamas: Novamas, tmp_path: Path) -> None:
    path = tmp_path / "seeded.jsonl"
    novamas("play", "ruleta", "--seed", "7", "--record", path, lines="rojo 5\n\nquit\n")
    assert "All draws (1) match the number 7." in novamas("replay", path).out
    lines = unchained(lines_of(path))
    spin = next(n for n, line in enumerate(lines) if '"drawn"' in line)
    drawn = json.loads(lines[spin])["what"]
    lines[spin] = lines[spin].replace(f'"what":{drawn}', f'"what":{(drawn + 2) % 37}')
    path.write_text("\n\n".join(lines), "utf-8")
    ran = novamas("replay", path)
    assert ran.status == 1
    assert ran.err.startswith(f"Line {2 * spin + 1}: ")  # empty lines count, as in any editor


def test_the_same_in_json(novamas: Novamas, record: Path) -> None:
    (content,) = json.loads(novamas("replay", record, "--json").out)["records"]
    assert content["draws"] == {"checked": 3, "chance": "agrees"}
    assert content["departure"] is None
    assert (content["chain"], content["sealed"], content["half_written"]) == ("whole", True, None)
    assert content["deeds"][1]["deed"] == "s1 bet rojo 500"
    assert content["deeds"][1]["events"][0]["event"] == "staked"


def test_one_pair_of_eyes_is_told_as_it_saw(novamas: Novamas, record: Path) -> None:
    ran = novamas("replay", record, "--eyes", "s1")
    assert "You bet €5.00 on red." in ran.out
    assert "seat 1: bet " not in ran.out
    assert "Seat 1 bets €5.00 on red." in novamas("replay", record, "--eyes", "rail").out
    nobody = novamas("replay", record, "--eyes", "the cat")
    assert nobody.status == 2
    assert "“the cat” is not a seat or role at this table" in nobody.err


def test_several_records_are_replayed_one_after_the_other(novamas: Novamas, record: Path) -> None:
    assert novamas("replay", record, record).out.count("match the committed seed") == 2


@pytest.mark.law("IB05.01.IV.3.b.2")
def test_a_bet_after_no_va_mas_is_a_departure(novamas: Novamas, record: Path) -> None:
    late = '{"do":"bet","by":1,"bet":"rojo","cents":500}\n'
    rewritten(
        record, ('{"do":"no_va_mas","by":"croupier"}\n', f'{{"do":"no_va_mas","by":"croupier"}}\n{late}')
    )
    says = "s1 bet rojo 500: After “no va más” no stake can be placed or taken back. (IB05.01.IV.3.b.2)"
    ran = novamas("replay", record)
    assert ran.status == 1
    assert ran.err == f"Line 7: {says}\n"
    assert "Croupier: “No va más.”" in ran.out  # the lawful part is shown
    spanish = novamas("replay", record, "--lang", "es")
    assert "Línea 7: s1 bet rojo 500: Tras el «no va más»" in spanish.err
    content = novamas("replay", record, "--json")
    assert content.status == 1
    departure = json.loads(content.out)["records"][0]["departure"]
    assert (departure["code"], departure["clause"]) == ("no_va_mas", "IB05.01.IV.3.b.2")
    why = novamas("why", record)
    assert why.status == 1
    assert says in why.err


def test_a_draw_that_the_seed_does_not_give_is_a_departure(novamas: Novamas, record: Path) -> None:
    drawn = next(
        json.loads(line)["what"] for line in record.read_text("utf-8").splitlines() if '"drawn"' in line
    )
    rewritten(record, (f'"what":{drawn}', f'"what":{(drawn + 1) % 37}'))
    ran = novamas("replay", record)
    assert ran.status == 1
    assert f"Line 7: the record says {(drawn + 1) % 37}, but the seed gives {drawn}." in ran.err


def test_a_seed_that_was_not_promised_is_a_departure(novamas: Novamas, record: Path) -> None:
    header = json.loads(record.read_text("utf-8").splitlines()[0])
    rewritten(record, (header["commitment"], commitment_to("11" * 32)))
    ran = novamas("replay", record)
    assert ran.status == 1
    last = len(lines_of(record))
    assert ran.err == f"Line {last}: the revealed seed does not match its commitment.\n"


def test_without_a_seed_the_draws_cannot_be_checked(novamas: Novamas, record: Path) -> None:
    put(record, lines_of(record)[:-1])
    ran = novamas("replay", record)
    assert ran.status == 0
    assert "The seed has not been revealed: the draws cannot be checked." in ran.out
    assert "The record is not sealed: its end may be missing." in ran.out
    header = json.loads(lines_of(record)[0])
    rewritten(record, (f'"{header["commitment"]}"', "null"))
    ran = novamas("replay", record)
    assert ran.status == 0
    assert "No seed was committed to" in ran.out


def test_a_record_without_a_chain_is_read_and_said_to_be_so(novamas: Novamas, record: Path) -> None:
    put(record, unchained(lines_of(record)))
    ran = novamas("replay", record)
    assert ran.status == 0
    assert "All draws (3) match the committed seed." in ran.out
    assert "The record is not chained: its lines may have been changed." in ran.out
    assert "sealed" not in ran.out
    assert "The record is not chained" in novamas("why", record).out
    (content,) = json.loads(novamas("replay", record, "--json").out)["records"]
    assert (content["chain"], content["sealed"]) == ("none", False)


@pytest.mark.parametrize("command", ["replay", "why"])
@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "is empty: the first line must give the game, the norm and the edition."),
        ("nonsense\n", "line 1: "),
        ('{"game":"ruleta"}\n', "line 1: "),
        ('{"game":"rulete","norm":"IB05","edition":"x","choices":{}}\n', "did you mean ruleta?"),
        ('{"game":"ruleta","norm":"XX","edition":"x","choices":{}}\n', "There is no norm “XX”"),
        ('{"game":"ruleta","norm":"IB05","edition":"x","choices":{}}\n', "was played under edition x"),
    ],
)
def test_a_malformed_record_is_one_sentence(
    novamas: Novamas, tmp_path: Path, command: str, text: str, says: str
) -> None:
    path = tmp_path / "record.jsonl"
    path.write_text(text, "utf-8")
    ran = novamas(command, path)
    assert ran.status == 2
    assert says in ran.err
    assert ran.err.count("\n") == 1


def test_a_line_that_is_no_deed_is_named(novamas: Novamas, record: Path) -> None:
    rewritten(record, ('"do":"launch"', '"do":"dance"'))
    ran = novamas("replay", record)
    assert ran.status == 2
    assert f"{record}, line 5: " in ran.err


def test_another_edition_is_replayed_only_if_asked(novamas: Novamas, record: Path) -> None:
    header = json.loads(record.read_text("utf-8").splitlines()[0])
    pin, _, revision = header["edition"].partition(".")
    rewritten(record, (header["edition"], f"0123456789abcdef.{revision}"))
    assert novamas("replay", record).status == 2
    ran = novamas("replay", record, "--any-edition")
    assert ran.status == 2
    assert f"their pin is {pin}" in ran.err
    rewritten(record, ("0123456789abcdef.", f"{pin}.9"))
    assert f"under revision 9{revision} of the procedure" in novamas("replay", record, "--any-edition").err


# ---------------------------------------------------------------- why


@pytest.mark.law("IB05.01.IV.1.A.a.1")
def test_every_payment_is_walked_back_to_clauses_and_arithmetic(novamas: Novamas, record: Path) -> None:
    found = json.loads(novamas("why", record, "--json").out)["payments"]
    assert [one["payment"] for one in found] == list(range(1, len(found) + 1))
    for one in found:
        assert one["clauses"]
        assert all(clause["says"] for clause in one["clauses"])
        assert one["line"] > 1
    shown = novamas("why", record).out
    assert shown.count("Payment ") == len(found)
    only = novamas("why", record, "--payment", 1).out
    assert only.startswith("Payment 1, line 7\n")
    assert only.count("Payment ") == 1


def test_a_payment_that_does_not_exist_is_refused(novamas: Novamas, record: Path) -> None:
    for number in (0, 99):
        ran = novamas("why", record, "--payment", number)
        assert ran.status == 2
        assert f"There is no payment {number}: the record has " in ran.err


def test_our_readings_are_marked_as_ours(novamas: Novamas, tmp_path: Path) -> None:
    path = tmp_path / "fortune.jsonl"
    novamas("play", "ruleta_de_la_fortuna", "--record", path, "--seed", 3, lines="24 5\n\nquit\n")
    assert "    Our reading: " in novamas("why", path).out
    assert "    Lectura nuestra: " in novamas("why", path, "--lang", "es").out
    (paid, *_) = json.loads(novamas("why", path, "--json", "--lang", "ca").out)["payments"]
    assert paid["clauses"][0]["says"] == library().clause_in(paid["clauses"][0]["id"], "ca").says


@pytest.mark.law("AR10.5.2")
def test_figures_of_another_norm_are_said_to_be_borrowed(novamas: Novamas, tmp_path: Path) -> None:
    path = tmp_path / "double.jsonl"
    novamas("play", "ruleta_doble_cero", "--record", path, "--seed", 3, lines="rojo 4\n\nquit\n")
    assert "from American roulette under IB05, to which AR10.5.2 refers." in novamas("why", path).out
    (paid,) = json.loads(novamas("why", path, "--json").out)["payments"]
    assert paid["clauses"][0]["borrowed"] == {
        "norm": "IB05",
        "game": "ruleta_americana",
        "cite": ["AR10.5.2"],
    }


def test_a_record_without_payments_says_so(novamas: Novamas, tmp_path: Path) -> None:
    path = tmp_path / "idle.jsonl"
    novamas("play", "ruleta", "--record", path, "--seed", 3, lines="quit\n")
    assert novamas("why", path).out == "This record contains no payments.\n"


@pytest.mark.law("IB05.01.IV.1.B.b.3")
def test_rounding_is_told() -> None:
    from fractions import Fraction

    from novamas.table.events import Payment
    from novamas.words.why import arithmetic

    voice = voice_for("en")
    even = Payment(1, "rojo", 500, 250, (), Fraction(-1, 2))
    assert arithmetic(even, voice) == "€5.00 − €5.00 × 1/2 = €2.50"
    odd = Payment(1, "rojo", 501, 251, (), Fraction(-1, 2))
    assert arithmetic(odd, voice) == "€5.01 − €5.01 × 1/2 = 501/2 céntimos, rounded to €2.51"
    assert arithmetic(odd, voice_for("es")) == "5,01 € − 5,01 € × 1/2 = 501/2 céntimos, redondeado a 2,51 €"
    assert arithmetic(Payment(1, "bonus", 0, 500, ()), voice) == "Staked: €0.00. Returned: €5.00."


def test_a_line_without_end_is_not_echoed(novamas: Novamas, tmp_path: Path) -> None:
    path = tmp_path / "record.jsonl"
    path.write_bytes(b'{"game":"' + b"x" * 2_000_000 + b'"}\n')
    ran = novamas("replay", path, "--phh", tmp_path / "hands.phhs")
    assert (ran.status, ran.out) == (2, "")
    assert ran.err == f"{path}, line 1: longer than 1,048,576 bytes, the maximum for a line of a record.\n"
    assert not (tmp_path / "hands.phhs").exists()


def test_eyes_that_are_not_at_the_table_are_refused(novamas: Novamas, tmp_path: Path) -> None:
    import novamas as door

    session = door.open("ruleta", seed=1, seats=3)
    session.round("s1 bet rojo 10 €")
    session.save(tmp_path / "wheel.jsonl")
    hand = Path(__file__).parent.parent / "histories" / "hands" / "side-pot.phh"
    for path, seats in ((tmp_path / "wheel.jsonl", 3), (hand, 4)):
        ran = novamas("replay", path, "--eyes", "s99")
        assert (ran.status, ran.out) == (2, "")
        assert ran.err == f"There is no seat 99: the table has {seats}.\n"


# ---------------------------------------------------------------- houses that sign, receipts that are kept


def test_who_signed_a_record_is_told(novamas: Novamas, tmp_path: Path) -> None:
    path, key = written(tmp_path / "signed.jsonl", HOUSE), tmp_path / "house.pub"
    key.write_text(f"{HOUSE.public}\n", "ascii")
    for house in (HOUSE.public, key):
        ran = novamas("replay", path, "--house", house)
        assert ran.status == 0
        assert f"signed by the named house, with the key {HOUSE.public[:16]}…" in ran.out
    assert "the record does not prove which house that is." in novamas("replay", path).out
    other = novamas("replay", path, "--house", OTHER.public)
    assert other.status == 1
    assert "signed by another house" in other.err
    unsigned = novamas("replay", written(tmp_path / "unsigned.jsonl", None), "--house", HOUSE.public)
    assert unsigned.status == 1
    assert "No house has signed the record" in unsigned.err
    rewritten(path, ('"cents":1000', '"cents":2000'))
    changed = novamas("replay", path)
    assert changed.status == 1
    assert "The record or the signature has been altered." in changed.err
    assert json.loads(novamas("replay", path, "--json").out)["records"][0]["signed"] == {
        "by": "altered",
        "house": HOUSE.public,
    }
    nobody = novamas("replay", path, "--house", tmp_path)
    assert nobody.status == 2
    assert "is not the public key of a house: give 64 hexadecimal digits" in nobody.err


def test_a_file_of_receipts_tells_a_tail_that_was_cut_off(novamas: Novamas, tmp_path: Path) -> None:
    path, kept = written(tmp_path / "signed.jsonl", HOUSE), tmp_path / "receipts.jsonl"
    receipts = receipts_of(path)
    kept.write_bytes(b"\n".join(map(msgspec.json.encode, receipts[:-1:3])) + b"\n")
    whole = novamas("replay", path, "--receipts", kept, "--house", HOUSE.public)
    assert whole.status == 0
    assert "Receipt 2: matches the record up to line 4 (rounds: 0), and the house signed it." in whole.out
    assert "Only a receipt tells" not in whole.out
    put(path, lines_of(path)[:6])
    cut = novamas("replay", path, "--receipts", kept)
    assert cut.status == 1
    assert (
        "The end of the record is missing: it stops at line 6, but the house signed a receipt for line 7."
        in cut.err
    )
    told = json.loads(novamas("replay", path, "--receipts", kept, "--json").out)["records"][0]
    assert [one["line"] for one in told["receipts"]] == [1, 4]
    assert told["departure"]["code"] == "tail_cut_off"
    kept.write_text("nonsense\n", "utf-8")
    assert "receipts.jsonl, line 1: not a receipt" in novamas("replay", path, "--receipts", kept).err
