"""Notifications between processes on one server, with the last entry number of each changed book."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Final

from sqlalchemy import URL

WAITS: Final = (0.1, 0.2, 0.5, 1.0, 2.0)  # seconds before each retry to connect
SILENCE: Final = 15.0  # seconds without a notification after which the connection is checked


async def notifications(address: URL) -> AsyncIterator[tuple[str, int] | None]:
    """Yield each changed book with its last number, or None if notifications may be lost.

    None comes after each connect, including the first. A lost connection is retried without end.
    """
    from psycopg import AsyncConnection, OperationalError

    place = address.set(drivername="postgresql").render_as_string(hide_password=False)
    failed = 0
    while True:
        try:
            async with await AsyncConnection.connect(place, autocommit=True, connect_timeout=5) as connection:
                await connection.execute("LISTEN novamas")
                failed = 0
                yield None
                while True:
                    async for note in connection.notifies(timeout=SILENCE):
                        book, _, number = note.payload.rpartition(" ")
                        yield book, int(number)
                    await connection.execute("SELECT 1")
        except OperationalError:
            await asyncio.sleep(WAITS[min(failed, len(WAITS) - 1)])
            failed += 1
