"""Both pools for practice chips: each person has own race days of Lototrot and own issues of Promotrot.

Real bets are taken at outlets that the organiser authorised, and are entered in their books. Here each
person has a book for each game (`pool/GAME/PERSON`). The chips come from the person's wallet, and the bets of
other players come from outside. The rules are those of `novamas.pools`, clause by clause. Chance is a seed,
committed before anything is sold and revealed at the end.
"""
