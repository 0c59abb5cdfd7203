"""A pack begun from a gazette's text: its sentences, their twins, and what is refused."""

from __future__ import annotations

import json
import re
from datetime import date
from pathlib import Path

import pytest

from novamas.errors import NovamasError
from novamas.house.gazette import split_gazette
from novamas.house.likeness import Likeness
from novamas.house.pack_check import check_pack
from novamas.house.pack_draft import READ_ME, Request, draft_pack
from novamas.law import Clause
from novamas.law.default import ours
from novamas.words import our_voice

NORM = "RE26"
ORDER = (Path(__file__).parents[2] / "docs" / "region" / "order.txt").read_text("utf-8")
REQUEST = Request(
    norm=NORM, region="region_de_ejemplo", like="IB05", signed=date(2026, 1, 2), in_force=date(2026, 2, 1)
)

SPLIT = """
Epígrafe 3.º Dados

I.- Elementos

1. Se juega con dos da-
dos. Son iguales; Son
blancos.
a) Una mesa.
b) Un tapete.
2. Otra frase.
II. Reglas

Una frase sin número.
— Otra con raya.
Artículo 7. Un artículo.
"""


def test_sentences_are_numbered_by_what_stands_above_them() -> None:
    found = {one.id: (one.path, one.text) for one in split_gazette(SPLIT, "RE26")}
    above = ("03 Dados", "I Elementos")
    assert found[f"{NORM}.03.I.1.1"] == (above, "Se juega con dos dados.")
    assert found[f"{NORM}.03.I.1.3"] == (above, "Son blancos.")
    assert found[f"{NORM}.03.I.1.a"] == (above, "Una mesa.")
    assert found[f"{NORM}.03.I.2"] == (above, "Otra frase.")
    assert found[f"{NORM}.03.II.1"] == (("03 Dados", "II Reglas"), "Una frase sin número.")
    assert found[f"{NORM}.03.II.2"] == (("03 Dados", "II Reglas"), "Otra con raya.")
    assert [id for id in found if id.endswith("A7")] == [f"{NORM}.03.II.A7"]
    assert len(found) == 9


def test_ids_are_never_twice_the_same() -> None:
    found = split_gazette("1. Uno.\n1. Dos.\n1.1. Tres. Cuatro.\n" * 3, "RE26")
    assert len({one.id for one in found}) == len(found) == 12


def test_a_clause_is_nearest_to_its_own_words() -> None:
    law, likeness = ours(), Likeness(ours(), "IB05")
    clauses = [one for one in law.clauses(norm="IB05", game="boule") if likeness_knows(one)]
    right = [likeness.nearest(law.clause_in(one.id, "es").says, "boule")[0].id == one.id for one in clauses]
    assert sum(right) >= 0.95 * len(right)


def likeness_knows(clause: Clause) -> bool:
    return clause.kind != "noise" and clause.duty != "none"


def drafted(folder: Path, text: str = ORDER, like_text: str = "") -> dict[str, dict[str, str]]:
    """Return the clauses of a pack begun from a text, by id."""
    (folder / "text.txt").write_text(text, "utf-8")
    (folder / "like.txt").write_text(like_text, "utf-8")
    like = folder / "like.txt" if like_text else None
    draft_pack(folder / "pack", folder / "text.txt", REQUEST, our_voice("es"), like)
    lines = (folder / "pack" / "clauses" / f"{NORM}.jsonl").read_text("utf-8").splitlines()
    return {found["id"]: found for found in map(json.loads, lines)}


def test_a_draft_has_twins_and_says_what_is_not_written(tmp_path: Path) -> None:
    clauses = drafted(tmp_path)
    twins = {id: one["like"] for id, one in clauses.items() if "like" in one}
    assert twins == {
        f"{NORM}.01.I.1": "IB05.04.I.1",
        f"{NORM}.01.II.1": "IB05.04.V.a.2",
        f"{NORM}.01.II.2": "IB05.04.V.a.5",
        f"{NORM}.01.III.1": "IB05.04.III.a.2",
    }
    faults = check_pack(str(tmp_path / "pack"))
    assert {fault.figures["why"].code for fault in faults} == {"pack_clause_unwritten"}
    assert len(faults) == 3 * (len(clauses) - len(twins))
    for passage in split_gazette(ORDER, "RE26"):
        assert passage.text in (tmp_path / "pack" / READ_ME).read_text("utf-8")


def test_a_sentence_of_both_gazettes_is_proposed_as_the_same_clause(tmp_path: Path) -> None:
    clauses = drafted(tmp_path, like_text="9. Con el 5 pierden todas las suertes SENCILLAS.\n")
    assert clauses[f"{NORM}.01.II.2"] == {"id": f"{NORM}.01.II.2", "same": "IB05.04.V.a.5"}
    assert "like" in clauses[f"{NORM}.01.II.1"]


def refusal(folder: Path, text: str = ORDER, **changes: object) -> NovamasError:
    from msgspec.structs import replace

    (folder / "text.txt").write_text(text, "utf-8")
    with pytest.raises(NovamasError) as raised:
        draft_pack(folder / "pack", folder / "text.txt", replace(REQUEST, **changes), our_voice("en"))
    assert not (folder / "pack").exists()
    for language in ("es", "ca", "en"):
        assert not re.search(r"[{}]", our_voice(language).error(raised.value))
    return raised.value


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"norm": "Region"}, "norm_name_unfit"),
        ({"norm": "IB09"}, "norm_taken"),
        ({"region": "Región"}, "region_name_unfit"),
        ({"like": "IB99"}, "unknown_norm"),
        ({"text": "\n\n"}, "no_clauses_in_text"),
    ],
)
def test_what_cannot_be_begun_is_told_in_a_sentence(
    tmp_path: Path, changes: dict[str, str], code: str
) -> None:
    assert refusal(tmp_path, **changes).code == code


def test_a_folder_or_a_text_that_cannot_be_used(tmp_path: Path) -> None:
    voice = our_voice("en")
    text = tmp_path / "text.txt"
    for content, code in ((None, "text_unreadable"), (b"\xff\xfe", "text_not_utf8")):
        if content is not None:
            text.write_bytes(content)
        with pytest.raises(NovamasError) as raised:
            draft_pack(tmp_path / "pack", text, REQUEST, voice)
        assert raised.value.code == code
    text.write_text(ORDER, "utf-8")
    with pytest.raises(NovamasError) as raised:
        draft_pack(tmp_path, text, REQUEST, voice)
    assert raised.value.code == "folder_not_empty"
