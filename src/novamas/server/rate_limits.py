"""Rate limits: token buckets, lockout after bad tokens, and a limit on open sockets.

All state is in memory and has a bounded size. Each process counts separately.
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
SERVICE_RESTART = 1012  # WebSocket close codes
PASS_REVOKED = 4401
LONGEST_LOCK = 900.0  # seconds
CLOSE_SECONDS = 2.0  # for the close handshake of a socket


class TokenBuckets:
    """Token buckets for rate limits, one per key. A request takes one token from its bucket.

    A bucket holds up to `holds` tokens and gains `per_second` tokens each second. At most `most`
    buckets are held in memory.
    """

    def __init__(self, per_second: float, holds: float, most: int, tick: Tick = time.monotonic) -> None:
        self._per_second = per_second
        self._holds = holds
        self._most = most
        self._tick = tick
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()  # tokens left, and at which time

    def take(self, key: str) -> float:
        """Take a token and return 0. If there is none, return the seconds until the next one."""
        now = self._tick()
        left, then = self._left.pop(key, (self._holds, now))
        left = min(self._holds, left + (now - then) * self._per_second)
        wait = max(0.0, (1 - left) / self._per_second)
        self._left[key] = (left if wait else left - 1, now)
        if len(self._left) > self._most:
            self._left.popitem(last=False)  # least recently used: it has had the longest time to refill
        return wait

    def __len__(self) -> int:
        return len(self._left)


class FailedAttempts:
    """Counts of bad tokens and codes by address, with exponential back-off.

    The address is locked out at failure number `failures`. Each further failure doubles the lockout, up
    to `LONGEST_LOCK`.
    """

    def __init__(self, limits: HouseLimits, tick: Tick = time.monotonic) -> None:
        self._limits = limits
        self._tick = tick
        self._failed: OrderedDict[str, tuple[int, float]] = OrderedDict()  # failures, and locked until

    def check(self, address: str) -> None:
        """Raise `locked_out` with the remaining seconds, if the address is locked out."""
        _, until = self._failed.get(address, (0, 0.0))
        if (left := until - self._tick()) > 0:
            raise NovamasError("locked_out", seconds=int(left) + 1)

    def failed(self, address: str) -> bool:
        """Count a failure. Return whether the address is locked out now."""
        times, until = self._failed.pop(address, (0, 0.0))
        now = self._tick()
        if until and now - until > LONGEST_LOCK:
            times = 0  # failures expire
        times += 1
        beyond = times - self._limits.failures
        lock = min(LONGEST_LOCK, self._limits.lock_seconds * 2.0**beyond) if beyond >= 0 else 0.0
        self._failed[address] = (times, now + lock)
        if len(self._failed) > self._limits.remembered:
            self._failed.popitem(last=False)
        return beyond >= 0

    def succeeded(self, address: str) -> None:
        """Clear the failures of an address, because it sent a valid token or code."""
        self._failed.pop(address, None)


class Socket(Protocol):
    """A socket that can be closed with a code and a reason."""

    async def close(self, code: int = 1000, reason: str | None = None) -> None: ...


class SocketRegistry:
    """The open sockets. Their number is limited in all, per guest pass and per address."""

    def __init__(self, limits: HouseLimits) -> None:
        self._limits = limits
        self._open: dict[Socket, tuple[str, str]] = {}  # guest pass, address
        self._passes: Counter[str] = Counter()
        self._addresses: Counter[str] = Counter()
        self.is_stopping = False

    def __len__(self) -> int:
        return len(self._open)

    def passes(self) -> set[str]:
        """Return the guest passes that have open sockets."""
        return {id for id, _ in self._open.values() if id}

    def enter(self, socket: Socket, pass_id: str, address: str) -> None:
        """Register a socket. Raise `too_many_sockets` above a limit, `house_stopping` after `stop`."""
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
        """Remove a socket from the registry. Idempotent."""
        if (entry := self._open.pop(socket, None)) is not None:
            for counts, key in ((self._passes, entry[0]), (self._addresses, entry[1])):
                counts[key] -= 1
                if not counts[key]:
                    del counts[key]

    async def drop(self, passes: set[str], code: int = PASS_REVOKED) -> int:
        """Close the sockets of these guest passes. Return the number of closed sockets."""
        found = [socket for socket, (id, _) in self._open.items() if id in passes]
        await self._close(found, code)
        return len(found)

    async def stop(self) -> None:
        """Refuse new sockets and close the open ones with code 1012, so that clients reconnect."""
        self.is_stopping = True
        await self._close([*self._open], SERVICE_RESTART)

    async def _close(self, sockets: list[Socket], code: int) -> None:
        """Close sockets concurrently. Wait at most `CLOSE_SECONDS` for a client."""
        for socket in sockets:
            self.leave(socket)
        closing = (asyncio.wait_for(socket.close(code=code), CLOSE_SECONDS) for socket in sockets)
        await asyncio.gather(*closing, return_exceptions=True)


@lru_cache(4096)
def network_of(address: str) -> str:
    """Return the key for limits on an address. For IPv6 it is the /64 network.

    A subscriber usually controls a whole /64, so a limit per IPv6 address would limit nothing.
    """
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
    """Return whether an address belongs to this machine itself."""
    try:
        found = ip_address(address)
    except ValueError:
        return False
    mapped = found.ipv4_mapped if isinstance(found, IPv6Address) else None
    return (mapped or found).is_loopback
