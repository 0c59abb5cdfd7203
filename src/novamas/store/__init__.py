"""Books that lose nothing: journals of outlets and offices, and the money that moves by them."""

from __future__ import annotations

from novamas.store.books import Clock, Reading, Writing
from novamas.store.entries import PUBLIC, Entry, Head, Transfer
from novamas.store.errors import NotEntered, StoreFault
from novamas.store.opening import open_store
from novamas.store.store import Store

__all__ = [
    "PUBLIC",
    "Clock",
    "Entry",
    "Head",
    "NotEntered",
    "Reading",
    "Store",
    "StoreFault",
    "Transfer",
    "Writing",
    "open_store",
]
