"""Both pools for chips of play: somebody's own days of Lototrot, and his own issues of Promotrot.

Real bets are taken at outlets that the organiser authorised, and stand in their books. These here are of
nobody else: each person has a book for each game (`pool/GAME/PERSON`), the chips come from his purse, and
what others would bet comes from outside. The rules are those of `novamas.pools`, clause by clause; chance is
a seed that is promised before anything is sold, and revealed when it is over.
"""
