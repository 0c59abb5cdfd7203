"""Both pools for practice chips: each person has private Lototrot days and Promotrot issues.

Authorised outlets take real bets and enter them in the organiser's books. Here each person has one
book for each game (`pool/GAME/PERSON`). The chips come from the person's wallet, and the bets of
other players come from outside. The rules are those of `novamas.pools`, clause by clause. The
commitment to the seed is published before the first sale, and the seed is revealed at the end.
"""
