"""`--pack` adds a pack of law to a command. A faulty pack gives one sentence and stops nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.cli.conftest import Novamas
from tests.support.law_pack import NORM, REGION, write_pack


def test_every_command_works_under_the_norm_of_a_pack(novamas: Novamas, tmp_path: Path) -> None:
    pack = write_pack(tmp_path / "pack", pays=8, region="Somewhere")
    assert "boule" in novamas("games", "--norm", NORM, "--pack", pack).out
    assert "pays 8 to one" in novamas(f"--pack={pack}", "law", f"{NORM}.3").out
    assert "0.000 %" in novamas("odds", "boule", "--in", REGION, "--pack", pack).out
    assert "Somewhere" in novamas("placard", "boule", "--norm", NORM, "--pack", pack).out
    ran = novamas("diff", "boule", "--between", f"IB05,{NORM}", "--pack", pack)
    assert (ran.status, ran.err) == (0, "")
    record = tmp_path / "record.jsonl"
    ran = novamas(
        "play",
        "boule",
        "--norm",
        NORM,
        "--pack",
        pack,
        "--seed",
        3,
        "--record",
        record,
        lines="1 2\n\nquit\n",
    )
    assert ran.status == 0
    assert novamas("replay", record, "--pack", pack).status == 0
    assert "of the pack of law novamas-zz26 0.1.0" in novamas("replay", record).err


def test_two_packs_in_one_process_do_not_mix(novamas: Novamas, tmp_path: Path) -> None:
    one, other = write_pack(tmp_path / "one", pays=8), write_pack(tmp_path / "other", pays=10)
    for _ in range(2):
        for pack, pays in ((one, 8), (other, 10)):
            assert f"pays {pays} to one" in novamas("law", f"{NORM}.3", "--pack", pack).out
    assert novamas("law", f"{NORM}.3").status == 2


def test_the_default_of_our_games_does_not_change(novamas: Novamas, tmp_path: Path) -> None:
    pack = write_pack(tmp_path / "pack")
    assert novamas("odds", "boule", "--pack", pack).out == novamas("odds", "boule").out


def test_a_faulty_pack_is_set_aside_with_one_sentence(novamas: Novamas, tmp_path: Path) -> None:
    pack = write_pack(tmp_path / "pack")
    (pack / "norms.toml").write_text(f"[{NORM}]\njurisdiction = 3\nin_force = 2026-01-01\n", "utf-8")
    ran = novamas("odds", "boule", "--pack", pack)
    assert (ran.status, len(ran.err.splitlines())) == (0, 1)
    assert ran.err.startswith(
        f"A pack of law is not used: {pack / 'norms.toml'}, line 1: The field “jurisdiction”"
    )
    assert ran.out == novamas("odds", "boule").out
    ran = novamas("odds", "boule", "--norm", NORM, "--pack", pack)
    assert ran.status == 2
    assert all("norms.toml, line 1" in line for line in ran.err.splitlines())


def test_packs_are_named_by_the_environment_too(
    novamas: Novamas, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from novamas.law import library

    monkeypatch.setenv("NOVAMAS_PACKS", str(write_pack(tmp_path / "pack")))
    library.cache_clear()
    try:
        assert novamas("law", f"{NORM}.3").status == 0
    finally:
        library.cache_clear()
