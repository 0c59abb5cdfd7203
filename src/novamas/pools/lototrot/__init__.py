"""Lototrot: the mutual bet on the winners of seven trotting races (IB05, epigraph 14).

What things are and what follows from them, without a store: `setup` (what the organiser chooses),
`programme`, `tickets` (forecasts), `running` (withdrawals, results, draws), `hits`, `sharing` (settlements)
with `levelling`, `payment`; `chances` and `seasons` (analysis). On a store: `days` (what the books have of a
day), `office` (the central office), `outlets` (tickets sold, paid, deposited), `reports`.
"""
