"""Records with lines randomly removed, doubled, moved or changed: every problem is reported."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest
from tests.house.audit.sessions import play, write
from tests.record.forging import bare, lines_of, put
from tests.support.every_game import ONE_OF_EACH_KIND

from novamas.errors import NovamasError
from novamas.house.audit import audit, report
from novamas.house.audit.payload import report_payload
from novamas.law.texts import LANGUAGES
from novamas.words import Voice, voice_for

FIGURES = (0, 1, 7, 99, 300, -3, 10**9, 10**30)


@pytest.fixture(autouse=True)
def _no_odds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(report, "cached_odds", lambda table: {})


def mutilated(lines: list[str], rng: Random) -> list[str]:
    found = list(lines)
    for _ in range(rng.randrange(1, 4)):
        nth, other = rng.randrange(1, len(found)), rng.randrange(1, len(found))
        match rng.randrange(4):
            case 0:
                del found[nth]
            case 1:
                found.insert(nth, found[other])
            case 2:
                found[nth], found[other] = found[other], found[nth]
            case _:
                found[nth] = re.sub(r"\d+", lambda number: str(rng.choice((*FIGURES, number[0]))), found[nth])
    return found


@pytest.mark.parametrize("slug", ONE_OF_EACH_KIND)
def test_nothing_escapes_but_what_is_told(slug: str, tmp_path: Path, soak: bool) -> None:
    lines = bare(lines_of(write(play(slug, 5, 6, incidents=0.05), tmp_path / "session.jsonl")))[:-1]
    path = tmp_path / "mutilated.jsonl"
    for seed in range(100 if soak else 10):
        rng = Random(seed)
        put(path, mutilated(lines, rng))
        assert told(path, voice_for(rng.choice(LANGUAGES)))


def told(path: Path, voice: Voice) -> bool:
    """Return whether every problem is reported: in a report, or in one sentence that names the file."""
    try:
        return bool(report_payload(audit([path]), voice))
    except NovamasError as error:
        return str(path) in voice.error(error)
