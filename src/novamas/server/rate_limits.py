"""How much one may ask for: buckets that fill with time, addresses that failed too often, open sockets.

All of it is kept in memory, of so many addresses and passes and no more; with several processes each counts
for itself.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter, OrderedDict
from collections.abc import Callable
from functools import lru_cache
from ipaddress import IPv6Address, ip_address
from typing import Protocol

from novamas.errors import NovamasError
from novamas.server.settings import HouseLimits

Tick = Callable[[], float]
SERVICE_RESTART = 1012  # the code by which a socket is told that the house restarts
PASS_REVOKED = 4401
LONGEST_LOCK = 900.0  # seconds
CLOSE_SECONDS = 2.0  # that a socket may take to be told why it ends


class TokenBuckets:
    """A bucket for each who asks: it holds so much, fills so fast, and each request takes one from it."""

    def __init__(self, per_second: float, holds: float, most: int, tick: Tick = time.monotonic) -> None:
        self._per_second = per_second
        self._holds = holds
        self._most = most
        self._tick = tick
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()  # what is left, and when it was

    def take(self, who: str) -> float:
        """Take one; nought, or the seconds after which there will be one again."""
        now = self._tick()
        left, then = self._left.pop(who, (self._holds, now))
        left = min(self._holds, left + (now - then) * self._per_second)
        waits = max(0.0, (1 - left) / self._per_second)
        self._left[who] = (left if waits else left - 1, now)
        if len(self._left) > self._most:
            self._left.popitem(last=False)  # who asked longest ago: his bucket is the fullest
        return waits

    def __len__(self) -> int:
        return len(self._left)


class FailedAttempts:
    """Addresses that came with what is not good: after so many times they wait, then twice as long."""

    def __init__(self, limits: HouseLimits, tick: Tick = time.monotonic) -> None:
        self._limits = limits
        self._tick = tick
        self._failed: OrderedDict[str, tuple[int, float]] = OrderedDict()  # how often, and locked until

    def check(self, address: str) -> None:
        """Refuse whoever has to wait."""
        _, until = self._failed.get(address, (0, 0.0))
        if (left := until - self._tick()) > 0:
            raise NovamasError("locked_out", seconds=int(left) + 1)

    def failed(self, address: str) -> bool:
        """It failed once more; is it locked out by that?"""
        times, until = self._failed.pop(address, (0, 0.0))
        now = self._tick()
        if until and now - until > LONGEST_LOCK:
            times = 0  # that was long ago
        times += 1
        beyond = times - self._limits.failures
        locked = min(LONGEST_LOCK, self._limits.lock_seconds * 2.0**beyond) if beyond >= 0 else 0.0
        self._failed[address] = (times, now + locked)
        if len(self._failed) > self._limits.remembered:
            self._failed.popitem(last=False)
        return beyond >= 0

    def succeeded(self, address: str) -> None:
        """It came with something good: what failed before is forgotten."""
        self._failed.pop(address, None)


class Socket(Protocol):
    """A socket that can be told why it ends."""

    async def close(self, code: int = 1000, reason: str | None = None) -> None: ...


class SocketRegistry:
    """The sockets that are open: so many in all, of one pass and of one address."""

    def __init__(self, limits: HouseLimits) -> None:
        self._limits = limits
        self._open: dict[Socket, tuple[str, str]] = {}  # of which pass, from which address
        self._passes: Counter[str] = Counter()
        self._addresses: Counter[str] = Counter()
        self.is_stopping = False

    def __len__(self) -> int:
        return len(self._open)

    def passes(self) -> set[str]:
        """The passes of those who are connected."""
        return {id for id, _ in self._open.values() if id}

    def enter(self, socket: Socket, pass_id: str, address: str) -> None:
        """Count a socket in, or refuse it."""
        if self.is_stopping:
            raise NovamasError("house_stopping")
        full = (
            len(self._open) >= self._limits.sockets
            or (bool(pass_id) and self._passes[pass_id] >= self._limits.sockets_per_person)
            or self._addresses[address] >= self._limits.sockets_per_address
        )
        if full:
            raise NovamasError("too_many_sockets")
        self._open[socket] = (pass_id, address)
        self._passes[pass_id] += 1
        self._addresses[address] += 1

    def leave(self, socket: Socket) -> None:
        """Count a socket out; to leave twice is to leave once."""
        if (who := self._open.pop(socket, None)) is not None:
            for counted, name in ((self._passes, who[0]), (self._addresses, who[1])):
                counted[name] -= 1
                if not counted[name]:
                    del counted[name]

    async def drop(self, passes: set[str], code: int = PASS_REVOKED) -> int:
        """Close all sockets of these passes; how many there were."""
        found = [socket for socket, (id, _) in self._open.items() if id in passes]
        await self._close(found, code)
        return len(found)

    async def stop(self) -> None:
        """Let nobody in any more, and tell all who are connected to come back."""
        self.is_stopping = True
        await self._close([*self._open], SERVICE_RESTART)

    async def _close(self, sockets: list[Socket], code: int) -> None:
        """Close sockets all at once; who does not take it in time is not waited for."""
        for socket in sockets:
            self.leave(socket)
        closing = (asyncio.wait_for(socket.close(code=code), CLOSE_SECONDS) for socket in sockets)
        await asyncio.gather(*closing, return_exceptions=True)


@lru_cache(4096)
def network_of(address: str) -> str:
    """The address by which somebody is counted: of IPv6 the network, of which one has as many as he likes."""
    try:
        found = ip_address(address)
    except ValueError:
        return address[:64]
    if isinstance(found, IPv6Address):
        if found.ipv4_mapped:
            return str(found.ipv4_mapped)
        return found.exploded[:19] + "::/64"
    return address


def is_loopback(address: str) -> bool:
    """Is this the machine itself?"""
    try:
        found = ip_address(address)
    except ValueError:
        return False
    mapped = found.ipv4_mapped if isinstance(found, IPv6Address) else None
    return (mapped or found).is_loopback
