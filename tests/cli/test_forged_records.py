"""Forged records: `replay`, `why` and the export of hands refuse each one and name the line."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.cli.conftest import Novamas
from tests.record.forging import bare, chained, lines_of, put

from novamas.equipment.chance import commitment_to
from novamas.record.chain import SHORT_RECEIPT

Lines = list[str]
EVENING = "rojo 5\n17 2\n\nrojo 5\n\ndocena 1 4\nnegro 5\n\nquit\n"


def played(novamas: Novamas, path: Path, *words: object) -> Path:
    assert novamas("play", "ruleta", "--record", path, *words, lines=EVENING).status == 0
    return path


@pytest.fixture
def record(novamas: Novamas, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a session of three spins whose two committed seeds are revealed."""
    monkeypatch.setattr("novamas.equipment.chance.system_seed", lambda: bytes(32))
    return played(novamas, tmp_path / "evening.jsonl", "--my-seed", "olé")


def first(lines: Lines, what: str) -> int:
    """Return the index of the first line of this kind, which is its line number minus one."""
    return next(n for n, line in enumerate(lines) if what in line)


def changed(lines: Lines, at: int, old: str, new: str) -> Lines:
    assert re.search(old, lines[at]), lines[at][:300]
    return [*lines[:at], re.sub(old, new, lines[at], count=1), *lines[at + 1 :]]


def header(old: str, new: str) -> Callable[[Lines], tuple[Lines, int]]:
    return lambda lines: (changed(lines, 0, old, new), 1)


def deed(what: str, old: str, new: str) -> Callable[[Lines], tuple[Lines, int]]:
    return lambda lines: (changed(lines, first(lines, what), old, new), first(lines, what) + 1)


def won_after_the_seal(lines: Lines) -> tuple[Lines, int]:
    won = bare(lines)[first(lines, "hagan_juego") : first(lines, "drawn") + 2]
    return [*lines, *won], len(lines) + 1


def chained_on_after_the_seal(lines: Lines) -> tuple[Lines, int]:
    return chained([*bare(lines), *bare(lines)[1:-1]]), len(lines) + 1


def half_a_line_after_the_seal(lines: Lines) -> tuple[Lines, int]:
    return [*lines, '{"do":"bet"'], len(lines) + 1


def without_a_line(what: str) -> Callable[[Lines], tuple[Lines, int]]:
    def forge(lines: Lines) -> tuple[Lines, int]:
        at = first(lines, what)
        return [*lines[:at], *lines[at + 1 :]], at + 1

    return forge


def without_the_first_round(lines: Lines) -> tuple[Lines, int]:
    begins, ends = first(lines, '"bet"'), first(lines, '"drawn"')
    return [*lines[:begins], *lines[ends + 1 :]], begins + 1


def two_lines_swapped(lines: Lines) -> tuple[Lines, int]:
    at = first(lines, '"do":"bet"')
    return [*lines[:at], lines[at + 1], lines[at], *lines[at + 2 :]], at + 1


def a_line_twice(lines: Lines) -> tuple[Lines, int]:
    at = first(lines, '"do":"bet"')
    return [*lines[: at + 1], *lines[at:]], at + 2


def an_empty_line(lines: Lines) -> tuple[Lines, int]:
    return [*lines[:3], "", *lines[3:]], 4


def a_line_with_its_own_hash_mended(lines: Lines) -> tuple[Lines, int]:
    """Change a draw, and recompute its link and all later links as a forger would."""
    at = first(lines, '"drawn"')
    bodies = changed(bare(lines), at, r'"what":\d+', '"what":17')
    return [*chained(bodies)[: at + 1], *lines[at + 1 :]], at + 2


def a_line_without_a_link(lines: Lines) -> tuple[Lines, int]:
    return [*lines[:4], *bare(lines[4:5]), *lines[5:]], 5


def seal_of_fewer_lines(lines: Lines) -> tuple[Lines, int]:
    """Recompute the chain of all lines, but leave the figures of the seal."""
    return changed(lines, len(lines) - 1, r'"lines":\d+', '"lines":3'), len(lines)


def cut_in_the_middle_and_sealed(lines: Lines) -> tuple[Lines, int]:
    return [*lines[:6], lines[-1]], 7


FORGERIES: dict[str, Callable[[Lines], tuple[Lines, int]]] = {
    "rounds won after the seal": won_after_the_seal,
    "rounds chained on after the seal": chained_on_after_the_seal,
    "half a line after the seal": half_a_line_after_the_seal,
    "a bet made greater after the result": deed('"rojo"', '"cents":500', '"cents":9900'),
    "a bet laid on another number": deed("pleno:17", "pleno:17", "pleno:18"),
    "a bet of another seat": deed('"rojo"', '"by":1', '"by":2'),
    "a losing bet taken out": without_a_line('"rojo"'),
    "a losing round taken out": without_the_first_round,
    "the betting closed later": without_a_line("no_va_mas"),
    "two lines swapped": two_lines_swapped,
    "a line twice": a_line_twice,
    "an empty line": an_empty_line,
    "another draw": deed('"drawn"', r'"what":\d+', '"what":17'),
    "another draw, its own hash mended": a_line_with_its_own_hash_mended,
    "a link taken off": a_line_without_a_link,
    "more cash": header('"cash":{"1":20000}', '"cash":{"1":90000}'),
    "cash of another seat": header('"cash":{"1":', '"cash":{"2":'),
    "another choice of the house": header('"authorised_minimum":200', '"authorised_minimum":500'),
    "another number of seats": header('"seats":1', '"seats":2'),
    "other figures": header('"pays":"35"', '"pays":"36"'),
    "another day": header(r'"opened":"\d{4}', '"opened":"1900'),
    "another edition": header(r'"edition":"[0-9a-f]{4}', '"edition":"0000'),
    "another norm": header('"norm":"IB05"', '"norm":"AR10"'),
    "another version of the program": header(r'"novamas":"[\d.]+"', '"novamas":"9.9"'),
    "another commitment": header(r'"commitment":"[0-9a-f]{64}', f'"commitment":"{commitment_to("11" * 32)}'),
    "another commitment of the player": header('"player_commitment":"', '"player_commitment":"0'),
    "another seed": lambda lines: (
        changed(lines, len(lines) - 1, r'"seed":"00', '"seed":"01'),
        len(lines),
    ),
    "another seed of the player": lambda lines: (changed(lines, len(lines) - 1, "olé", "ole"), len(lines)),
    "a seal of fewer lines": seal_of_fewer_lines,
    "cut in the middle and sealed": cut_in_the_middle_and_sealed,
}


@pytest.mark.parametrize("forgery", FORGERIES)
def test_a_forgery_is_refused_with_its_place(
    novamas: Novamas, record: Path, tmp_path: Path, forgery: str
) -> None:
    lines, line = FORGERIES[forgery](lines_of(record))
    put(record, lines)
    for words in (("replay",), ("why",), ("replay", "--phh", tmp_path / "hands.phh")):
        ran = novamas(*words, record)
        assert ran.status == 1
        assert re.search(rf"(^|: )Line {line}\b", ran.err)
        assert ran.err.count("\n") == 1
        assert "Every deed" not in ran.out
        assert "Payment" not in ran.out
    assert not (tmp_path / "hands.phh").exists()
    for command in ("replay", "why"):
        ran = novamas(command, record, "--json")
        assert ran.status == 1
        content = json.loads(ran.out or ran.err)
        found = content["error"] if "error" in content else content["records"][0]["departure"]
        assert found["line"] == line
        assert "payments" not in content


def test_lines_of_another_record_do_not_follow(novamas: Novamas, record: Path, tmp_path: Path) -> None:
    other = played(novamas, tmp_path / "other.jsonl", "--cash", "300")
    put(record, [*lines_of(record)[:4], *lines_of(other)[4:]])
    for command in ("replay", "why"):
        ran = novamas(command, record)
        assert (ran.status, "Line 5 does not continue" in ran.err) == (1, True)
    put(record, [lines_of(other)[0], *lines_of(record)[1:]])
    assert "Line 2 does not continue" in novamas("replay", record).err


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"cash":{"1":20000}', '"cash":{"1":90000}'),
        (r'"opened":"\d{4}', '"opened":"1900'),
        ("pleno:17", "pleno:18"),
    ],
)
def test_a_record_that_was_chained_anew_is_told_by_a_receipt_alone(
    novamas: Novamas, record: Path, old: str, new: str
) -> None:
    """A person who forges a whole record cannot forge the receipt that a player has."""
    receipts = receipts_of(record)
    text = "\n".join(bare(lines_of(record)))
    assert re.search(old, text)
    put(record, chained(re.sub(old, new, text, count=1).split("\n")))
    ran = novamas("replay", record)
    assert ran.status == 0
    assert "The record is sealed.\nNo receipt was given." in ran.out
    for command in ("replay", "why"):
        ran = novamas(command, record, "--receipt", receipts[-1])
        assert ran.status == 1
        assert f"No line up to the last, {len(lines_of(record))}, has the receipt " in ran.err
        assert "Payment" not in ran.out


def test_what_chaining_anew_cannot_hide(novamas: Novamas, record: Path) -> None:
    """Changed draws, seeds, figures and unlawful deeds are detected even if the chain is valid."""
    whole = bare(lines_of(record))

    def refused(old: str, new: str) -> str:
        text = "\n".join(whole)
        assert re.search(old, text)
        put(record, chained(re.sub(old, new, text, count=1).split("\n")))
        ran = novamas("replay", record)
        assert ran.status
        return ran.err

    draw, last = first(whole, '"drawn"') + 1, len(whole)
    assert f"Line {draw}: the record says 17, but the seed gives" in refused(r'"what":\d+', '"what":17')
    assert f"Line {last}: the revealed seed does not match" in refused('"seed":"00', '"seed":"01')
    others = f"Line {last}: the player’s seed does not match its commitment."
    assert others in refused("olé", "ole")
    assert others in refused('"player_commitment":"', '"player_commitment":"0')
    assert "was played under edition" in refused('"edition":"', '"edition":"0')
    assert "Line 3: s2 bet rojo 500" in refused('"bet","by":1', '"bet","by":2')


def receipts_of(record: Path) -> list[str]:
    return [json.loads(line)["link"] for line in lines_of(record)]


# ---------------------------------------------------------------- receipts


def test_a_receipt_of_every_round_is_told_and_proves_the_record_so_far(
    novamas: Novamas, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # no zero comes, which would ask the player
    monkeypatch.setattr("novamas.equipment.chance.system_seed", lambda: bytes(32))
    path = tmp_path / "evening.jsonl"
    told = novamas("play", "ruleta", "--record", path, lines=EVENING).out
    links = receipts_of(path)
    assert f"Receipt of the opening: {links[0][:SHORT_RECEIPT]}." in told
    assert f"Receipt of the whole record: {links[-1]}." in told
    rounds = re.findall(r"Receipt of round (\d): ([0-9a-f]{32})\.", told)
    assert [number for number, _ in rounds] == ["1", "2", "3"]
    for number, receipt in rounds:
        line = next(n for n, link in enumerate(links, 1) if link.startswith(receipt))
        for command in ("replay", "why"):
            ran = novamas(command, path, "--receipt", receipt.upper())
            assert ran.status == 0
            assert f"The record matches the receipt up to line {line} (rounds: {number})." in ran.out
            assert "Only a receipt" not in ran.out
        (content,) = json.loads(novamas("replay", path, "--receipt", receipt, "--json").out)["records"]
        assert content["receipt"] == {"line": line, "rounds": int(number)}
    assert "rounds: 3" in novamas("replay", path, "--receipt", links[-1]).out


def test_a_record_cut_short_is_unsealed_and_lacks_its_receipt(novamas: Novamas, record: Path) -> None:
    receipt = receipts_of(record)[-1]
    put(record, lines_of(record)[:-4])
    for command in ("replay", "why"):
        ran = novamas(command, record)
        assert ran.status == 0
        assert "The record is not sealed: its end may be missing." in ran.out
        cut = novamas(command, record, "--receipt", receipt)
        assert cut.status == 1
        assert f"No line up to the last, {len(lines_of(record))}, has the receipt" in cut.err


def test_whoever_takes_the_chain_off_is_told_by_a_receipt_too(novamas: Novamas, record: Path) -> None:
    receipt = receipts_of(record)[3]
    put(record, bare(lines_of(record))[:-1])
    for command in ("replay", "why"):
        assert "The record is not chained: its lines may have been changed." in novamas(command, record).out
        ran = novamas(command, record, "--receipt", receipt)
        assert ran.status == 1
        assert f"No line up to the last, {len(lines_of(record))}, has the receipt" in ran.err


@pytest.mark.parametrize("receipt", ["", "1234", "0" * 31, "z" * 32, "0" * 65])
def test_what_is_no_receipt_is_bad_input(novamas: Novamas, record: Path, receipt: str) -> None:
    for command in ("replay", "why"):
        ran = novamas(command, record, "--receipt", receipt)
        assert ran.status == 2
        assert "a receipt has 32 to 64 hexadecimal digits" in ran.err


def test_a_break_is_told_in_the_readers_language(novamas: Novamas, record: Path) -> None:
    put(record, won_after_the_seal(lines_of(record))[0])
    assert "está después del sello" in novamas("replay", record, "--lang", "es").err
    assert "és després del segell" in novamas("why", record, "--lang", "ca").err


# ---------------------------------------------------------------- a seed of one's own


def test_the_draws_come_of_both_seeds(novamas: Novamas, record: Path, tmp_path: Path) -> None:
    said = novamas("replay", record).out
    assert "All draws (3) match the committed seed and the player’s seed." in said
    alone = played(novamas, tmp_path / "alone.jsonl")  # the same seed of the house, without the player's
    assert '"seed":"' + "00" * 32 in lines_of(alone)[-1]

    def drawn(path: Path) -> list[int]:
        return [json.loads(line)["what"] for line in lines_of(path) if '"drawn"' in line]

    assert drawn(alone) != drawn(record)


def test_a_number_leaves_nothing_to_mix(novamas: Novamas) -> None:
    ran = novamas("play", "ruleta", "--seed", 1, "--my-seed", "olé", lines="quit\n")
    assert ran.status == 2
    assert "give --seed or --my-seed, not both." in ran.err
    assert novamas("play", "ruleta", "--my-seed", "", lines="quit\n").status == 2
