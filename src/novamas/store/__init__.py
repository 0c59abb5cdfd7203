"""Append-only books of outlets, offices and tables, with the money that each entry moves."""

from __future__ import annotations

from novamas.store.connect import open_store
from novamas.store.entries import PUBLIC, Entry, Head, Transfer
from novamas.store.errors import NotEntered, StoreFault
from novamas.store.group_commit import GroupCommit
from novamas.store.reading import ReadTransaction
from novamas.store.store import BookAppend, Store, Update
from novamas.store.transactions import Clock, WriteTransaction
from novamas.store.verification import Anchor, Breach, Breached, Verified, verify

__all__ = [
    "PUBLIC",
    "Anchor",
    "BookAppend",
    "Breach",
    "Breached",
    "Clock",
    "Entry",
    "GroupCommit",
    "Head",
    "NotEntered",
    "ReadTransaction",
    "Store",
    "StoreFault",
    "Transfer",
    "Update",
    "Verified",
    "WriteTransaction",
    "open_store",
    "verify",
]
