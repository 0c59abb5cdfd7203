"""Lototrot: the mutual bet on the winners of seven trotting races (IB05, epigraph 14).

What things are and what follows from them, without a store: `setup` (what the organiser chooses),
`programme`, `tickets` (forecasts), `running` (withdrawals, results, draws), `hits`, `sharing` (settlements),
`payment`, `chances` and `seasons` (analysis). `office` does the same acts on a store.
"""
