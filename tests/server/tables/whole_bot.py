"""A bot of thirty lines that sits down and takes the first offer until a round is over."""

import asyncio
import json
import sys

from websockets.asyncio.client import connect


async def play(address: str, cookie: str, table: str) -> int:
    """Play a round, and return the bot's chips after it."""
    url, seat = f"{address.replace('http', 'ws')}/api/tables/{table}/live", 1
    async with connect(url, additional_headers={"cookie": cookie}, max_size=None) as socket:

        async def say(**message: object) -> None:
            await socket.send(json.dumps(message))

        await say(type="hello", whole=True)
        await say(type="sit", id="sit", seat=seat, cents=20_000)
        async for text in socket:
            now = json.loads(text)
            if now["type"] not in ("hello", "table"):
                continue
            if now["view"]["rounds"]:
                break
            offers = [one["act"] for one in now["view"]["offers"]]
            id = f"at-{now['number']}"
            if offers and now["view"]["turn"] == seat:
                await say(type="act", id=id, at=now["number"], acts=offers[:1])
            elif offers and not any(chips[0] == seat for chips in now["view"]["chips"]):
                await say(type="act", id=id, at=now["number"], acts=offers[:1])
                await say(type="ready", id=f"{id}-ready")
        return next(int(one["chips"]) for one in now["seats"] if one["seat"] == seat)


if __name__ == "__main__":
    sys.exit(f"{asyncio.run(play(*sys.argv[1:4]))} céntimos")
