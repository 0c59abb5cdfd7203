"""Tables in play use the library of their hall: when opened, and loaded from book or snapshot."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from tests.hall.virtual_clock import Plain, new_file
from tests.support.law_pack import NORM, two_libraries

from novamas.errors import NovamasError
from novamas.hall.deliveries import voice_of
from novamas.hall.hall import Hall
from novamas.hall.tables.loader import load_table
from novamas.hall.tables.seeds import Seeds
from novamas.hall.tables.snapshot import load, save
from novamas.law import Library
from novamas.protocol.tables import OpenTableRequest
from novamas.store import open_store


async def opened(path: Path, law: Library) -> None:
    """Open a table of the pack, load it again, and compare the law of both."""
    with open_store(path) as store:
        hall = Hall(store, Seeds(Plain()), law=law)
        try:
            table = await hall.open(OpenTableRequest(game="boule", norm=NORM), "owner")
            frame = law.frame(NORM, "boule")
            assert table.table.frame is frame
            assert table.opened.header.pack == "novamas-zz26 0.1.0"
            loaded = load_table(hall.store, hall.seeds, table.id, law=law)
            assert loaded.table.frame is frame
            state = load(save(table.state), table.table)
            assert state.session.phase.felt.rules.frame is frame
            assert voice_of(frame, "en").law is law
            with pytest.raises(NovamasError, match=f"needs the norm {NORM} of the pack of law"):
                load_table(hall.store, hall.seeds, table.id)
        finally:
            await hall.shutdown()


def test_two_halls_keep_their_libraries_apart(tmp_path: Path) -> None:
    for law in two_libraries(tmp_path):
        with new_file() as path:
            asyncio.run(opened(path, law))
