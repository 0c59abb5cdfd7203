"""Books that lose nothing: journals of outlets and offices, and the money that moves by them."""

from __future__ import annotations

from novamas.store.connect import open_store
from novamas.store.entries import PUBLIC, Entry, Head, Transfer
from novamas.store.errors import NotEntered, StoreFault
from novamas.store.group_commit import Counter
from novamas.store.store import Act, AddsTo, Store
from novamas.store.transactions import Clock, Reading, Writing
from novamas.store.verification import Anchor, Breach, Breached, Verified, verify

__all__ = [
    "PUBLIC",
    "Act",
    "AddsTo",
    "Anchor",
    "Breach",
    "Breached",
    "Clock",
    "Counter",
    "Entry",
    "Head",
    "NotEntered",
    "Reading",
    "Store",
    "StoreFault",
    "Transfer",
    "Verified",
    "Writing",
    "open_store",
    "verify",
]
