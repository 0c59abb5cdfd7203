"""Client of a house of live tables, for bots, tests and other programs that play.

    async with House("http://127.0.0.1:8026", name="Ana") as house:
        table = await house.open("ruleta")
        async with house.at(table.table) as table:
            await table.sit(1, 10_000)
            ...

`SyncHouse` is the same without `async`.
"""

from novamas.extras import optional_packages

with optional_packages():
    from novamas.client.house import House
    from novamas.client.sync import SyncHouse, SyncTable
    from novamas.client.table import TableClient

__all__ = ["House", "SyncHouse", "SyncTable", "TableClient"]
