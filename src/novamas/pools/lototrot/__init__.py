"""Lototrot: the mutual bet on the winners of seven trotting races (IB05, epigraph 14).

These modules hold the rules and use no store: `setup` (the organiser's choices), `programme`, `tickets`
(forecasts), `races` (withdrawals, results, draws), `hits`, `settlement` with `equalisation`, `payment`.
`odds` and `seasons` analyse the game. These modules work on a store: `days` (the state of a day, read from
the books), `office` (the central office), `outlets` (tickets sold, paid, deposited), `reports`.
"""
