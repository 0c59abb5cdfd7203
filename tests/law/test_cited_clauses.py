"""Every clause cited by figures is the right one: of this game, of a fitting kind, with fitting words."""

from __future__ import annotations

from collections import Counter

import pytest
from tools.cited import Group, written_borrowings, written_groups
from tools.phrases import fits, folded, kept, places

from novamas.law import clause, library
from novamas.law.clauses import Clause

GROUPS = written_groups()

# Whose clauses a game may cite besides its own and the general ones, and the clause that sends it there.
SENT = {
    ("IB05", "ruleta_americana", "ruleta"): "IB05.02.2",
    ("IB05", "treinta_y_cuarenta", "ruleta"): "IB05.05.V.1.6",
    ("IB09", "holdem", "omaha"): "IB09.12-2-c.II.1",
    ("AR10", "holdem", "omaha"): "AR10.10-2-B-c.II.1",
    ("AR10", "ruleta_doble_cero", "ruleta_americana"): "AR10.5.2",
    ("AR10", "ruleta_doble_cero", "ruleta"): "AR10.5.2",
}

# What the first clause of a group is about, by the kind of group; a clause of no duty is cited nowhere.
FITTING = {
    "bank": {"commission", "limit"},
    "bets": {"payout", "bet", "tie", "commission", "ranking", "option", "layout"},
    "cases": {"payout", "tie"},
    "conduct": {"prohibition", "irregularity", "bet"},
    "equipment": {
        *("equipment", "layout", "staff", "option", "accounting", "limit"),
        *("procedure", "seats", "jackpot", "payout", "commission"),
    },
    "faults": {"irregularity"},
    "irregularities": {"irregularity", "prohibition"},
    "limits": {"limit"},
    "premises": {
        *("limit", "staff", "equipment", "layout", "option", "accounting"),
        *("procedure", "prohibition", "seats", "jackpot", "commission"),
    },
    "prizes": {"jackpot"},
    "ranked": {"equipment", "definition", "ranking", "option"},
    "streets": {"procedure", "equipment", "bet"},
}

# Words of a name that say what its clause must be about: one of those cited is of such a kind.
SPEAKS_OF = {
    "croupiers": {"staff"},
    "table_ends": {"staff"},
    "stickmen": {"staff"},
    "chief": {"staff", "option"},  # that one may serve several tables is an option of the house
    "changers": {"staff", "option"},
    "minimum": {"limit", "option", "accounting", "bet"},  # a bet may have a minimum of its own
    "maximum": {"limit", "option", "prohibition"},
    "commission": {"commission"},
    "rake": {"commission", "option"},  # one of two charges, as the house chooses
}

# A borrowing is made by a clause that says one of these.
BORROWS = ("governed by", "same principles", "is the one in", "adds letter", "determined as in", "apply.")

CATEGORIES = {
    "cinco_ases": ("five aces",),
    "escalera_de_color_real": ("royal flush",),
    "escalera_real": ("royal", "escalera real"),
    "escalera_de_color": ("straight flush", "straight of any", "straights of any"),
    "poquer": ("four of a kind", "four of one rank"),
    "full": ("full house", "full"),
    "color": ("flush",),
    "escalera": ("straight",),
    "trio": ("three of a kind", "three of one rank"),
    "figuras": ("figures", "figuras"),
    "doble_pareja": ("two pair", "second pair"),
    "pareja": ("pair",),
    "as_rey": ("ace and king", "ace-king"),
    "carta_mayor": ("high card", "highest card", "high cards", "hand with no combination"),
}


def named(group: Group) -> list[Clause]:
    return [*group.cited, *(one for found in group.named.values() for one in found)]


def is_of_this_game(group: Group, cited: Clause) -> bool:
    """Return whether a clause belongs to this game, its family, its norm in general, or a reference."""
    entry = library().entries(group.norm).get(group.game)
    if cited.norm == group.norm and cited.game in (group.game, "general", entry.common if entry else None):
        return True
    return (group.norm, group.game, cited.game) in SENT or group.top in ("games", "families")


def test_a_clause_is_of_the_game_that_cites_it() -> None:
    strange = [
        f"{group.where} {one.id}"
        for group in GROUPS
        for one in named(group)
        if not is_of_this_game(group, one)
    ]
    assert not strange


def test_a_game_is_sent_to_another_by_a_clause_of_its_own() -> None:
    used = {(group.norm, group.game, one.game) for group in GROUPS for one in named(group)}
    for (norm, game, lender), sender in SENT.items():
        assert (norm, game, lender) in used
        assert clause(sender).norm == norm
        assert clause(sender).game == game
        assert any(word in folded(clause(sender).says) for word in ("roulette", "omaha", "epigraph 01"))


def test_a_game_cites_its_own_clause_where_it_has_one_of_the_same_words() -> None:
    own = {(one.norm, one.game, folded(one.says)): one.id for one in library().index.values()}
    neighbours = [
        f"{group.where} cites {one.id}, not {own[group.norm, group.game, folded(one.says)]}"
        for group in GROUPS
        for one in named(group)
        if one.game != group.game and (group.norm, group.game, folded(one.says)) in own
    ]
    assert not neighbours


def test_the_closed_list_cites_each_game_by_its_own_entry() -> None:
    for group in GROUPS:
        if group.top == "games":
            assert {one.game for one in group.cited} & {group.name, "general"}, group.where
            assert {one.game for one in group.cited} <= {group.name, "general", "poquer_circulo"}, group.where


def test_no_heading_is_cited_but_for_the_name_of_a_game() -> None:
    for group in GROUPS:
        for one in named(group):
            is_heading = one.id.endswith(".0")
            assert not is_heading or group.top == "games", f"{group.where} {one.id}"
            assert is_heading or one.duty != "none", f"{group.where} {one.id}"


def test_a_clause_stands_once_in_a_cite() -> None:
    twice = [
        f"{group.where} {id}"
        for group in GROUPS
        for id, times in Counter(one.id for one in group.cited).items()
        if times > 1
    ]
    assert not twice


def test_the_first_clause_of_a_group_is_of_a_fitting_kind() -> None:
    unfit = [
        f"{group.where} cites {group.cited[0].id}, of {group.cited[0].kind}"
        for group in GROUPS
        if group.cited and group.cited[0].kind not in FITTING.get(group.top, {group.cited[0].kind})
    ]
    assert not unfit


@pytest.mark.parametrize("word", SPEAKS_OF)
def test_what_a_choice_or_a_need_is_named_after_its_clause_is_about(word: str) -> None:
    about = [
        group
        for group in GROUPS
        if group.top in ("rules", "premises", "needs") and word in f"{group.name} {group.table.get('choice')}"
    ]
    assert about
    assert not [group.where for group in about if not {one.kind for one in group.cited} & SPEAKS_OF[word]]


def test_a_borrowing_cites_a_clause_that_borrows() -> None:
    for norm, game, borrowing in written_borrowings():
        said = [folded(clause(id).says) for id in borrowing.cite]
        assert all(clause(id).norm == norm for id in borrowing.cite)
        assert all(any(words in text for words in BORROWS) for text in said), (
            f"{norm} {game}: {borrowing.cite}"
        )


# ---- combinations


def test_no_two_combinations_of_a_ranking_share_a_clause() -> None:
    for group in GROUPS:
        if group.top == "ranking":
            own = Counter(found[0].id for name, found in group.named.items() if name.endswith(".clause"))
            shared = {id for id, times in own.items() if times > 1}
            assert not shared, group.where


def names_the_category(group: Group, place: str, found: Clause) -> bool:
    """Return whether a clause names the combination. One without a clause ranks below those listed."""
    category, kind = place.split(".")
    if found == group.named["listed"][0]:
        return category == "carta_mayor"
    if kind == "tie" and group.norm == "CM16":
        return "same combination" in folded(found.says)  # one rule for all combinations
    return any(word in folded(found.says) for word in CATEGORIES[category])


def test_each_combination_is_cited_by_the_clause_that_names_it() -> None:
    wrong = [
        f"{group.where} {place}: {found.id} says {found.says}"
        for group in GROUPS
        if group.top == "ranking"
        for place, (found,) in group.named.items()
        if "." in place and not names_the_category(group, place, found)
    ]
    assert not wrong


def test_a_tie_is_settled_by_a_clause_about_ties() -> None:
    for group in GROUPS:
        if group.top == "ranking":
            for place, (found,) in group.named.items():
                if place.endswith(".tie") and found.id != group.named[f"{place.split('.')[0]}.clause"][0].id:
                    assert found.kind == "tie", f"{group.where} {place}: {found.id}"


# The clauses that speak of several rows of a pay table, and of how many; every other row has one of its own.
SPEAKS_OF_SEVERAL = {
    "IB05.09.VII.15": 2,  # each of the two cloths
    "IB05.03.V.1.a.15": 2,  # a win, and a blackjack
    "IB05.06.IV.1.B.HardWays.3": 2,
    "IB05.06.IV.1.C.3": 6,  # win and come, on three pairs of numbers
    "IB05.06.IV.1.C.5": 6,
    "IB05.06.IV.1.D.4": 3,
    "IB05.06.IV.1.D.7": 3,
    "AR10.10-1-F.VII.2.21": 3,  # flop, turn and river
    "AR10.10-1-E.VII.3.4": 3,
    "CM16.11.2.1": 2,  # both hands higher, both lower
    "CM16.11.2.2": 2,
    "CM16.11.8.2": 5,  # real ties
    "IB05.10.V.1.1": 7,  # the whole table of the fortune wheel
    "IB05.05.V.1.a.1": 2,  # red or black
    "IB09.17.V.2.10": 2,  # ante and second bet
    "IB09.17.V.2.Bonus.T.3": 2,  # a royal straight is a straight flush where the table has no row of its own
    "IB09.17.V.5.T2.1": 2,
    "IB09.17.V.5.T3.1": 2,
    "AR10.10-1-D.VII.11": 2,
    "AR10.10-1-D.VIII.T.3": 2,
    "AR10.10-1-D.V.3.B.1": 2,
    "AR10.10-1-D.V.3.C.1": 2,
}


def test_rows_of_a_pay_table_share_a_clause_only_where_it_speaks_of_both() -> None:
    rows = Counter(
        (group.norm, group.game, group.cited[0].id)
        for group in GROUPS
        if group.top in ("bets", "cases", "prizes", "sectors")
    )
    assert {id: times for (_, _, id), times in rows.items() if times > 1} == SPEAKS_OF_SEVERAL


# ---- the very words


def test_each_clause_says_what_it_is_named_for() -> None:
    wrong = []
    for group in GROUPS:
        phrases = kept(group.game).get(group.norm, {})
        for place, found in places(group):
            if len(phrases.get(place, [])) != len(found):
                wrong.append(f"{group.norm} {group.game}: {place} has no phrases (python -m tools.phrases)")
            elif not all(fits(phrase, one) for phrase, one in zip(phrases[place], found, strict=True)):
                wrong.append(f"{group.norm} {group.game}: {place} names {[one.id for one in found]}")
    assert not wrong


def test_a_phrase_fits_no_other_clause_of_its_group() -> None:
    vague = []
    for group in GROUPS:
        phrases = kept(group.game).get(group.norm, {})
        for place, found in places(group):
            for phrase, one in zip(phrases[place], found, strict=True):
                others = [other for other in named(group) if folded(other.says) != folded(one.says)]
                if any(fits(phrase, other) for other in others):
                    vague.append(f"{group.norm} {group.game}: {place}: {phrase}")
    assert not vague


def test_no_phrase_is_kept_for_a_place_that_is_gone() -> None:
    there = {(group.norm, group.game, place) for group in GROUPS for place, _ in places(group)}
    games = {group.game for group in GROUPS}
    written = {
        (norm, game, place) for game in games for norm, by_place in kept(game).items() for place in by_place
    }
    assert written == there


# ---- readings


def test_what_is_marked_as_our_reading_has_one_in_the_index() -> None:
    unread = [
        group.where
        for group in GROUPS
        if group.table.get("reading") and not any(one.reading for one in named(group))
    ]
    assert not unread
