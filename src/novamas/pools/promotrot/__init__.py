"""Promotrot: issues of virtual tickets that promote trotting races (IB05, epigraph 15).

These modules hold the rules and use no store: `setup` (the figures of the law), `plans` (the organiser's
plan of an issue, with all its faults), `issues` (an issue, and the prize of each ticket), `faces` (the
display and play of a ticket), `vouchers`, `accounts` (transfers of money), `analysis`. These modules work
on a store: `office`, `outlets`, and `reports` of an issue.
"""
