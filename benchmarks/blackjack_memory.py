"""The gain from remembering the first hand of a split pair, for each pair. Run it by hand.

.venv/bin/python -m benchmarks.blackjack_memory
"""

from __future__ import annotations

from novamas.odds.games.blackjack.analysis import Analyser, best_course
from novamas.odds.games.blackjack.bets import rules_of, terms_of
from novamas.odds.games.blackjack.split_memory import memory_gain
from novamas.testing.rehearsal import opened


def main() -> None:
    analyser, whole = Analyser(terms_of(rules_of(opened("blackjack", "IB05")))), 0.0
    for first, chance in analyser.firsts.items():
        against = analyser.against(first)
        for pair in best_course(against).splits:
            if pair:  # aces are given one card: there is nothing to decide
                gained = memory_gain(against, pair)
                whole += chance * against.deals()[pair, pair] * gained
                print(f"{pair + 1} {pair + 1} against {first + 1}: {gained:.7f}", flush=True)
    print(f"in all, per round: {whole:.9f}")


if __name__ == "__main__":
    main()
