"""Promotrot: issues of virtual tickets that promote trotting races (IB05, epigraph 15).

What things are and what follows from them, without a store: `setup` (what the law fixes), `plans` (what the
organiser settles of an issue, and all that is wrong with it), `issues` (an issue, and what each of its
tickets holds), `faces` (what the player sees and does on a ticket), `vouchers`, `accounts` (which money moves
when), `analysis`. `office` and `outlets` do the same acts on a store, `reports` tells how an issue stands.
"""
