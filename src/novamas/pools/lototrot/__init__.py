"""Lototrot: the mutual bet on the winners of seven trotting races (IB05, epigraph 14).

Rules, without a store: `setup` (the organiser's choices), `programme`, `tickets` (forecasts), `races`
(withdrawals, results, draws), `hits`, `settlement` with `equalisation`, `payment`; `odds` and `seasons`
(analysis). On a store: `days` (the state of a day, read from the books), `office` (the central office),
`outlets` (tickets sold, paid, deposited), `reports`.
"""
