"""Two tables in two languages at the same time, in one process, do not mix."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

from tools.playthroughs import played, scripts

from novamas.law.texts import LANGUAGES, Language


def test_tables_in_two_threads_keep_their_languages() -> None:
    """Each thread plays a different game at the same time, and its output is the same as alone."""
    chosen = [script for script in scripts() if script.stem in ("boule-IB05", "craps-IB05", "blackjack-AR10")]
    turned = (*LANGUAGES[1:], LANGUAGES[0])
    tables = [*zip(chosen, LANGUAGES, strict=True), *zip(chosen, turned, strict=True)]
    alone = [played(script, language) for script, language in tables]
    together = Barrier(len(tables))

    def told(table: tuple[Path, Language]) -> list[str]:
        script, language = table
        together.wait()
        return [played(script, language) for _ in range(3)]

    with ThreadPoolExecutor(len(tables)) as threads:
        assert list(threads.map(told, tables)) == [[text] * 3 for text in alone]
    assert len(set(alone)) == len(alone)
