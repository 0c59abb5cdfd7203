"""Promotrot: issues of virtual tickets that promote trotting races (IB05, epigraph 15).

Rules, without a store: `setup` (the figures of the law), `plans` (the organiser's plan of an issue, with
all faults in it), `issues` (an issue, and the prize of each ticket), `faces` (the display and play of a
ticket), `vouchers`, `accounts` (transfers of money), `analysis`. On a store: `office` and `outlets`, with
`reports` of an issue.
"""
