"""Twins of clauses, recital of borrowed figures, their changes, currencies, and the line of a clause."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from fractions import Fraction
from pathlib import Path

import pytest
from tests.support.law_pack import GAME, NORM, write_pack

from novamas.errors import NovamasError
from novamas.house.floor.check import check
from novamas.house.lineage import lineage
from novamas.house.opening import open_as_written
from novamas.house.pack_check import check_pack
from novamas.law import Library
from novamas.law.default import ours
from novamas.law.genealogy import line_of
from novamas.law.library import library_of
from novamas.law.packs import PackFault
from novamas.odds.cache import cached_odds
from novamas.words import voice_for

OTHER = "ZY26"  # the norm of a second pack
PAYOUT = "IB05.04.V.a.2"  # a number pays seven to one
LIMIT = "IB05.04.V.b.1"  # of which this norm has its own words
OWN = f"{NORM}{PAYOUT[4:]}"
TWINS: tuple[Mapping[str, object], ...] = (
    *(
        {"id": f"{NORM}{clause.id[4:]}", "same": clause.id}
        for clause in ours().clauses(norm="IB05", game=GAME)
        if clause.id != LIMIT
    ),
    {"id": f"{NORM}{LIMIT[4:]}", "like": LIMIT, "game": GAME, "path": ["Order"], "kind": "limit"}
    | {"duty": "table", "says": "The minimum is on the cloth."},
)
BORROWS = f"""
["{NORM}".borrows]
from = "IB05"
game = "boule"
groups = ["course", "bets", "limits", "equipment", "rules", "premises", "needs", "two_cloths"]
cite = ["{NORM}.4"]
"""


def write(
    folder: Path, *, twins: Iterable[Mapping[str, object]] = TWINS, figures: str = "", norm: str = ""
) -> Path:
    """Write the pack with these twins, these figures after its borrowing, and this end of `norms.toml`."""
    write_pack(folder)
    (folder / "figures" / "boule.toml").write_text(BORROWS + figures, "utf-8")
    for file, lines in (
        (f"clauses/{NORM}.jsonl", twins),
        *(
            (f"clauses/{each}/{NORM}.jsonl", [told(one, each) for one in twins if "like" in one])
            for each in ("es", "ca")
        ),
    ):
        with (folder / file).open("a", encoding="utf-8") as written:
            written.writelines(f"{json.dumps(one)}\n" for one in lines)
    with (folder / "norms.toml").open("a", encoding="utf-8") as written:
        written.write(norm)
    return folder


def told(one: Mapping[str, object], language: str) -> dict[str, object]:
    return {"id": one["id"], "says": f"{one['says']} ({language})"}


def law_of(folder: Path, **parts: str) -> Library:
    return library_of(str(write(folder, **parts)))  # type: ignore[arg-type]  # texts only


def change(at: str, **values: str) -> str:
    """Return a change as TOML. Values are TOML already."""
    lines = [f'at = "{at}"', *(f"{name.rstrip('_')} = {value}" for name, value in values.items())]
    return "\n".join((f'\n[["{NORM}".changes]]', *lines, ""))


def edge(law: Library) -> Fraction:
    return cached_odds(open_as_written(law.frame(NORM, GAME), {}))["numero"].edge


@pytest.mark.parametrize("language", ["es", "ca", "en"])
def test_a_same_clause_has_the_words_of_its_twin(tmp_path: Path, language: str) -> None:
    law = law_of(tmp_path / "pack")
    mine, its = law.clause_in(OWN, language), law.clause_in(PAYOUT, language)
    assert (mine.says, mine.path, mine.kind, mine.duty, mine.game) == (
        *(its.says, its.path, its.kind, its.duty, its.game),
    )
    assert mine.norm == NORM
    assert check_pack(str(tmp_path / "pack")) == ()


def test_a_like_clause_has_its_own_words(tmp_path: Path) -> None:
    law = law_of(tmp_path / "pack")
    assert law.clause_in(f"{NORM}{LIMIT[4:]}", "ca").says == "The minimum is on the cloth. (ca)"
    assert law.clause(f"{NORM}{LIMIT[4:]}").reading is None


def test_twins_are_followed_from_pack_to_pack_in_any_order(tmp_path: Path) -> None:
    one = write(tmp_path / "one")
    other = tmp_path / "two"
    write_pack(other, name="novamas-zy26", region="elsewhere")
    for path in sorted(other.rglob("*.*")):
        text = path.read_text("utf-8").replace(NORM, OTHER)
        path.with_name(path.name.replace(NORM, OTHER)).write_text(text, "utf-8")
        if NORM in path.name:
            path.unlink()
    with (other / "clauses" / f"{OTHER}.jsonl").open("a") as file:
        file.write(json.dumps({"id": f"{OTHER}.9", "same": OWN}) + "\n")
    for folders in ((one, other), (other, one)):
        law = library_of(*map(str, folders))
        assert law.clause_in(f"{OTHER}.9", "es").says == law.clause_in(PAYOUT, "es").says
        assert [each.clause.id for each in line_of(law, f"{OTHER}.9")] == [PAYOUT, f"{OTHER}.9", OWN]
    alone = library_of(str(other))
    with pytest.raises(PackFault, match=f"{OWN}, which does not exist"):
        alone.clause(f"{OTHER}.9")
    assert alone.clause(PAYOUT)


@pytest.mark.parametrize(
    ("twins", "code"),
    [
        (({"id": OWN, "same": f"{PAYOUT}9"},), "twin_unknown"),
        (
            ({"id": OWN, "same": f"{NORM}.8"}, {"id": f"{NORM}.8", "same": OWN}),
            "twins_in_circle",
        ),
        (({"id": OWN, "same": PAYOUT, "says": "Other words."},), "pack_field"),
        (({"id": OWN, "same": 3},), "pack_field"),
    ],
)
def test_a_wrong_twin_is_told_and_stops_nobody(
    tmp_path: Path, twins: tuple[Mapping[str, object], ...], code: str
) -> None:
    folder = write(tmp_path / "pack", twins=twins)
    (fault, *_) = check_pack(str(folder))
    assert fault.figures["why"].code == code  # a fault of a pack has one
    assert (Path(str(fault.figures["path"])).name, fault.figures["line"]) == (f"{NORM}.jsonl", 5)
    assert library_of(str(folder)).clause(PAYOUT).norm == "IB05"


def test_a_borrowed_group_cites_the_norms_own_clauses(tmp_path: Path) -> None:
    frame = law_of(tmp_path / "pack").frame(NORM, GAME)
    assert frame.law.figures(NORM, GAME).groups["bets.numero"]["cite"][0] == OWN  # type: ignore[index]
    assert "bets.numero" not in frame.borrowed
    assert frame.borrowed == {}
    assert frame.options["authorised_minimum"].cite == (f"{NORM}{LIMIT[4:]}",)


def test_a_change_is_said_once_and_moves_the_edge(tmp_path: Path) -> None:
    assert edge(law_of(tmp_path / "as_lent")) == Fraction(1, 9)
    law = law_of(tmp_path / "changed", figures=change("bets.numero.pays", was='"7"', is_='"8"'))
    assert edge(law) == 0
    assert check_pack(str(tmp_path / "changed")) == ()


def test_what_nobody_has_is_taken_away_or_added(tmp_path: Path) -> None:
    added = change("needs.no_table_at_minimum.reading", is_="true")
    figures = change("premises.tables_per_chief.most", is_="2") + added
    frame = law_of(tmp_path / "pack", figures=figures).frame(NORM, GAME)
    assert frame.options["tables_per_chief"].most == 2
    assert frame.needs["no_table_at_minimum"].reading
    removed = change("equipment.wheel", was=json.dumps("x"))
    with pytest.raises(PackFault):
        law_of(tmp_path / "other", figures=removed).frame(NORM, GAME)


@pytest.mark.parametrize(
    ("figures", "code"),
    [
        (change("bets.numero.pays", was='"9"', is_='"8"'), "change_was"),
        (change("bets.numero.pays", is_='"8"'), "change_was"),
        (change("bets.numero.payout", was='"7"', is_='"8"'), "change_of_nothing"),
        (change("wagers.numero.pays", is_='"8"'), "change_nowhere"),
        (change("bets.numero.pays"), "change_empty"),
        (change("bets.numero.pays", was='"7"', is_="7.5"), "change_float"),
        (f'\n["{NORM}".says."bets.naranja"]\nes = "a"\nca = "b"\nen = "c"\n', "text_of_nothing"),
    ],
)
def test_a_wrong_change_is_told_with_its_line(tmp_path: Path, figures: str, code: str) -> None:
    folder = write(tmp_path / "pack", figures=figures)
    (fault,) = check_pack(str(folder))
    assert isinstance(why := fault.figures["why"], NovamasError)
    assert why.code == code
    line = 2 + (BORROWS + figures).split("\n").index(figures.split("\n")[1]) - 1
    assert fault.figures["line"] == line
    for language in ("es", "ca", "en"):
        assert voice_for(language, law=library_of()).error(fault)


def test_a_borrowed_group_may_have_another_text(tmp_path: Path) -> None:
    text = f'\n["{NORM}".says."needs.no_table_at_minimum"]\nes = "uno"\nca = "un"\nen = "one"\n'
    frame = law_of(tmp_path / "pack", figures=text).frame(NORM, GAME)
    assert frame.texts["needs.no_table_at_minimum"].en == "one"


def test_a_norm_counts_in_its_currency(tmp_path: Path) -> None:
    law = law_of(
        tmp_path / "pack", norm='currency = { code = "ESP", sign = "pta" }\neli = "https://eli.example/1"\n'
    )
    frame = law.frame(NORM, GAME)
    assert law.norms[NORM].eli == "https://eli.example/1"
    assert (frame.currency.code, law.frame("IB05", GAME).currency.code) == ("ESP", "EUR")
    assert voice_for("es", law=law).under(frame).money(250_00) == "250,00 pta"
    assert voice_for("en", law=law).under(frame).money(250_00) == "250.00 pta"
    assert voice_for("en", law=law).under(law.frame("IB05", GAME)).money(250_00) == "€250.00"
    table = open_as_written(frame, {"authorised_minimum": "200 pta"})
    assert table.chosen["authorised_minimum"] == 200_00
    with pytest.raises(NovamasError) as refused:
        open_as_written(frame, {"authorised_minimum": "200 €"})
    assert refused.value.clause == f"{NORM}{LIMIT[4:]}"


def test_a_floor_of_two_currencies_is_refused(tmp_path: Path) -> None:
    law = law_of(tmp_path / "pack", norm='currency = { code = "ESP", sign = "pta" }\n')
    floor = tmp_path / "floor.toml"
    tables = [f'[[tables]]\nname = "B{norm}"\ngame = "boule"\nnorm = "{norm}"\n' for norm in ("IB05", NORM)]
    floor.write_text("\n".join(tables), "utf-8")
    found = [one for one in check(floor, law).findings if one.problem.code == "two_currencies"]
    assert [(one.table, one.severity, one.place.line) for one in found] == [(f"B{NORM}", "red", 9)]
    floor.write_text(tables[1], "utf-8")
    assert "two_currencies" not in {one.problem.code for one in check(floor, law).findings}


def test_a_clause_shows_its_line_and_what_it_did_to_the_edge(tmp_path: Path) -> None:
    law = law_of(tmp_path / "pack", figures=change("bets.numero.pays", was='"7"', is_='"8"'))
    before, after = lineage(law, OWN).clauses
    assert (before.id, after.id, after.has_words_of) == (PAYOUT, OWN, PAYOUT)
    assert after.changed == ("bets.numero.pays",)
    assert (before.edges["numero"], after.edges["numero"]) == (Fraction(1, 9), Fraction(0))


def test_the_line_goes_through_our_own_norms() -> None:
    found = line_of(library_of(), "AR10.10-2.VI.1.a.1")
    assert [one.clause.norm for one in found] == ["IB05", "IB09", "AR10"]
