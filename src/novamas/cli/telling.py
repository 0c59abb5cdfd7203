"""What is noticed at a table, told to people in their language; the croupier's calls stay in Spanish."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import groupby

from novamas.cli.language import _, mark
from novamas.cli.names import bet_name, name
from novamas.cli.output import money, with_clauses
from novamas.kit.pieces import piece_symbol
from novamas.table.deeds import Deed
from novamas.table.events import (
    POT,
    Bought,
    Burned,
    Came,
    Dealt,
    Discarded,
    Event,
    Fed,
    Happened,
    Linked,
    Looked,
    Noted,
    Owner,
    PaidOut,
    Parted,
    Payment,
    RoundOver,
    Said,
    Shown,
    Slid,
    Staked,
    Took,
    Withdrew,
)
from novamas.table.names import snake
from novamas.table.notation import write
from novamas.table.people import Who

NOTES = (  # what games note, with the amounts that stand in it
    (
        re.compile(r"the cards are shuffled by the croupier"),
        mark("The croupier shuffles the cards."),
    ),
    (
        re.compile(r"the cards are shuffled by machine"),
        mark("The machine shuffles the cards."),
    ),
    (
        re.compile(r"deck (?P<deck>\d) shuffled by the croupier"),
        mark("The croupier shuffles deck {deck}."),
    ),
    (
        re.compile(r"deck (?P<deck>\d) shuffled by machine"),
        mark("The machine shuffles deck {deck}."),
    ),
    (
        re.compile(r"minimum (?P<one>\d+), float (?P<two>\d+)"),
        mark("Minimum {one}; the float is completed to {two}."),
    ),
    (
        re.compile(r"marker of seat (?P<seat>\d+): each chip (?P<one>\d+)"),
        mark("Seat {seat}: each chip is worth {one}."),
    ),
    (
        re.compile(r"the ball is placed in (?P<pocket>\w+) and relaunched"),
        mark("The ball is placed in {pocket} and relaunched."),
    ),
    (
        re.compile(r"seat (?P<seat>\d+) is paid (?P<one>\d+) at once, in \w+ chips"),
        mark("Seat {seat} is paid {one} at once."),
    ),
    (
        re.compile(
            r"minimum (?P<one>\d+), on simple chances (?P<two>\d+); "
            r"advance completed to (?P<three>\d+), guarantee (?P<four>\d+)"
        ),
        mark("Minimum {one}, on simple chances {two}; advance completed to {three}, guarantee {four}."),
    ),
    (
        re.compile(r"each of the (?P<decks>\d) packs is shuffled and cut (?P<times>\d) times"),
        mark("Each of the {decks} packs is shuffled and cut {times} times."),
    ),
    (
        re.compile(r"the machine shuffles the (?P<decks>\d) packs"),
        mark("The machine shuffles the {decks} packs."),
    ),
    (
        re.compile(r"the (?P<decks>\d) packs are joined and cut"),
        mark("The {decks} packs are joined and cut."),
    ),
    (
        re.compile(r"seat (?P<seat>\d+) cuts"),
        mark("Seat {seat} cuts."),
    ),
    (
        re.compile(r"the cards go into the shoe, (?P<behind>\d+) behind the cut card"),
        mark("The cards go into the shoe, {behind} behind the cut card."),
    ),
    (
        re.compile(r"the shoe is empty: the cards gathered before are shuffled"),
        mark("The shoe is empty: the cards gathered before are shuffled."),
    ),
    (
        re.compile(r"seat (?P<seat>\d+) lets others bet on his hands"),
        mark("Seat {seat} lets others bet on his hands."),
    ),
    (
        re.compile(r"seat (?P<seat>\d+) does not let others bet on his hands"),
        mark("Seat {seat} does not let others bet on his hands."),
    ),
    (
        re.compile(r"the linked jackpot stands at (?P<one>\d+)"),
        mark("The linked jackpot stands at {one}."),
    ),
    (
        re.compile(
            r"minimum (?P<one>\d+), maximum (?P<two>\d+); "
            r"advance completed to (?P<three>\d+), guarantee (?P<four>\d+)"
        ),
        mark("Minimum {one}, maximum {two}; advance completed to {three}, guarantee {four}."),
    ),
    (
        re.compile(r"seat (?P<seat>\d+) refuses the dice"),
        mark("Seat {seat} refuses the dice."),
    ),
    (
        re.compile(r"seat (?P<seat>\d+) hands the dice on"),
        mark("Seat {seat} hands the dice on."),
    ),
    (
        re.compile(r"seat (?P<seat>\d+) is deprived of the dice"),
        mark("Seat {seat} is deprived of the dice."),
    ),
    (
        re.compile(r"the plaque marks the (?P<point>\d+)"),
        mark("The plaque marks the {point}."),
    ),
    (
        re.compile(r"what fell to the floor is found and examined"),
        mark("What fell to the floor is found and examined."),
    ),
    (
        re.compile(r"the dice are withdrawn and the table is given a new set"),
        mark("The dice are withdrawn and the table is given a new set."),
    ),
    (
        re.compile(
            r"dice (?P<first>\d) and (?P<second>\d) are in play; (?P<left>\d) go back to their recess"
        ),
        mark("Dice {first} and {second} are in play; {left} go back to their recess."),
    ),
)
DEEDS = {"launch": mark("The wheel turns.")}
AMOUNTS = ("one", "two", "three", "four")


def tell(event: Event, *, me: Who | None = None) -> str:
    """One event as a sentence, seen by the player who sits at `me`, or by nobody in particular."""
    match event:
        case Said(who, words):
            return f"{person(who)}: «{words}»"
        case Came(what):
            return _("Result: {what}.").format(what=bet_name(what))
        case Staked() | Withdrew() | Slid() | Took() | Bought():
            return _tell_chips(event, me)
        case Fed() | PaidOut() | Linked():
            return _tell_jackpot(event)
        case Payment():
            return tell_payment(event, me=me)
        case Dealt() | Looked() | Shown() | Discarded():
            return next(tell_all([event], me=me))
        case Parted(owner, to):
            says = _("{owner}: a card becomes the hand {hand}.")
            return says.format(owner=owner_name(owner, me), hand=owner_name(to, None))
        case Burned():
            return _("A card is burned.")
        case Happened(what, clause):
            _by, verb, *form = what.split()
            return with_clauses(_("Incident: {what}.").format(what=" ".join([name(verb), *form])), [clause])
        case Noted(what, clause):
            return with_clauses(_note(what), [clause])
        case RoundOver():
            return _("The round is over.")
        case _:
            return _tell_plainly(event)


def tell_all(events: Iterable[Event], *, me: Who | None = None) -> Iterator[str]:
    """Events as sentences, and the cards of one owner in one of them."""
    for kind, run in groupby(events, key=type):
        together: dict[tuple[Owner, bool], list[int | None]] = {}
        for event in run:
            match event:
                case Dealt(owner, card, up):
                    together.setdefault((owner, up), []).append(card)
                case Looked(owner, card) | Discarded(owner, card):
                    together.setdefault((owner, True), []).append(card)
                case Shown(owner, cards):
                    together.setdefault((owner, True), []).extend(cards)
                case _:
                    yield tell(event, me=me)
        for (owner, up), held in together.items():
            is_hidden = kind is Dealt and not up and None not in held
            says = _("{owner}: {cards}, face down.") if is_hidden else _sentence(kind, is_mine=owner == me)
            yield says.format(owner=owner_name(owner, me), cards=symbols(held))


def _sentence(kind: type[Event], *, is_mine: bool) -> str:
    """What is said of cards; those that nobody may know show their backs."""
    if kind is Looked:
        return _("You look at {cards}.") if is_mine else _("{owner}: looks at {cards}.")
    if kind is Shown:
        return _("{owner}: turned up {cards}.")
    return _("{owner}: {cards}, out of play.") if kind is Discarded else _("{owner}: {cards}.")


def _tell_plainly(event: Event) -> str:
    """An event for which there are no words yet: its name and what it is about."""
    parts = [getattr(event, field) for field in event.__struct_fields__]
    return " ".join([snake(type(event).__name__), *map(str, parts)])


def tell_deed(deed: Deed) -> str:
    """A deed that nothing is said about when it is done."""
    return _(DEEDS.get(deed.verb(), write(deed)))


def person(who: Who) -> str:
    """A seat or a role, as it is called."""
    return _("seat {seat}").format(seat=who) if isinstance(who, int) else name(who.value)


def owner_name(owner: Owner, me: Who | None) -> str:
    """Before whom or where cards lie."""
    if owner == me:
        return _("you")
    return _("seat {seat}").format(seat=owner) if isinstance(owner, int) else bet_name(owner)


def _tell_chips(event: Staked | Withdrew | Slid | Took | Bought, me: Who | None) -> str:
    amount = money(abs(event.cents))
    mine = event.seat == me
    match event:
        case Staked(seat, bet):
            says = _("You bet {amount} on {bet}.") if mine else _("Seat {seat} bets {amount} on {bet}.")
        case Withdrew(seat, bet):
            says = (
                _("You take {amount} back from {bet}.")
                if mine
                else _("Seat {seat} takes {amount} back from {bet}.")
            )
        case Slid(seat, bet, to):
            says = _("{amount} on {bet}: now {to}.")
            return says.format(amount=amount, bet=bet_name(bet), to=bet_name(to))
        case Took(seat, bet):
            says = _("The house takes {amount} from {bet}.")
        case Bought(seat, cents):
            bet = ""
            if cents < 0:
                says = _("Seat {seat} leaves with {amount}.")
            else:
                says = _("Seat {seat} buys chips for {amount}.")
    return says.format(seat=seat, amount=amount, bet=bet_name(bet))


def _tell_jackpot(event: Fed | PaidOut | Linked) -> str:
    match event:
        case Fed():
            says = _("The house sets {amount} aside for {bet}.")
        case PaidOut():
            says = _("{amount} are paid out of {bet}.")
        case Linked(cents=cents):
            fed = _("Linked tables have set {amount} aside for {bet}.")
            says = fed if cents > 0 else _("A linked table has paid {amount} out of {bet}.")
    told = says.format(amount=money(abs(event.cents)), bet=bet_name(event.jackpot))
    return with_clauses(told, [event.clause])


def symbols(cards: Iterable[int | None]) -> str:
    """Cards as they look; one that may not be known shows its back."""
    return " ".join("▒▒" if card is None else piece_symbol(card) for card in cards)


def _note(what: str) -> str:
    for pattern, says in NOTES:
        if found := pattern.fullmatch(what):
            words = found.groupdict()
            return _(says).format(
                **{key: money(int(word)) if key in AMOUNTS else word for key, word in words.items()}
            )
    return what


# ---------------------------------------------------------------- payments


def tell_payment(paid: Payment, *, me: Who | None = None) -> str:
    """A payment and why, in short: «rojo: 5,00 € a 1 por 1 → 10,00 € (clause)»."""
    whose = "" if paid.seat == me or paid.seat == POT else f"{person(paid.seat)}, "
    rate = f" {rate_words(paid.rate)}" if paid.rate is not None else ""
    stays = _("; the stake stays on the cloth") if paid.stays else ""
    says = f"{whose}{bet_name(paid.bet)}: {money(paid.stake)}{rate} → {money(paid.returned)}{stays}"
    return with_clauses(says, paid.clauses[:1])


def rate_words(rate: Fraction) -> str:
    """A rate as a placard has it: 35 to 1, 1 to 2; or what is lost."""
    if rate == -1:
        return _("lost")
    if rate < 0:
        return _("with {share} lost").format(share=-rate)
    if rate == 0:
        return _("without gain")
    return _("at {win} to {stake}").format(win=rate.numerator, stake=rate.denominator)
