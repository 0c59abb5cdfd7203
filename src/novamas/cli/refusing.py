"""Refusals in the reader's language, with amounts in euros."""

from __future__ import annotations

from novamas.cli.language import current, mark
from novamas.table.refusals import Refusal

WORDS = {
    "not_yours": mark("Nobody acts for another."),
    "stale": mark("The table has gone on meanwhile: look again."),
    "closed": mark("The session is over: open a new table."),
    "not_now": mark("This may not be done now."),
    "not_your_turn": mark("It is not your turn."),
    "not_listed": mark("{given} is not on the list; near: {near}."),
    "no_such_bet": mark("There is no bet {given}; near: {near}."),
    "not_whole": mark("{given} is not a whole number of céntimos."),
    "below_minimum": mark("The minimum is {least}; this is {given}."),
    "above_maximum": mark("The maximum is {most}; this is {given}."),
    "broken_chip": mark("{given} cannot be made: it must be a multiple of {step}."),
    "broken_chip_from": mark("{given} cannot be made: it must be {least} plus a multiple of {step}."),
    "not_enough_chips": mark("You have {most} and this takes {given}."),
    "not_open": mark("The croupier has not opened the betting."),
    "no_va_mas": mark("After «no va más» no stake may be placed or taken back."),
    "half_or_prison": mark("Your bet is caught: say first whether you take half back or go to prison."),
    "insured": mark("This bet is insured as it lies: take it back to lay another stake."),
    "cut_first": mark("First the player in seat 1 cuts the cards."),
    "nothing_to_insure": mark("You have no bet on {given} to insure."),
    "too_small_to_insure": mark("Bets from {least} on may be insured; this is {given}."),
    "premium_not_whole": mark("The premium on {given} would not be whole céntimos."),
    "not_the_dealer": mark("The shoe is not with you."),
    "no_pair": mark("Only two first cards of the same value make two hands."),
    "more_than_two_cards": mark("A stake is doubled on the first two cards only."),
    "pair_of_aces": mark("A pair of aces may not be doubled."),
    "split_ace": mark("A split ace is given one card only."),
    "window_closed": mark("Not any more: the first player has been given a third card."),
    "cards_are_dealt": mark("Bets are made before the cards are dealt, and then stay."),
    "bank_shows_ace": mark("Nobody may give up a hand when the bank's first card is an ace."),
    "bank_shows_no_ace": mark("Insurance and even money are for when the bank's first card is an ace."),
    "shooter_must_bet": mark("You throw: bet on win or dont_win first."),
    "must_play": mark("{given} may not be withdrawn: it plays until it is won or lost."),
    "needs_a_point": mark("{given} is played while a point is on."),
    "first_roll_only": mark("{given} is played before the first roll of a series."),
    "nothing_to_follow": mark("{given} needs a simple bet with that point."),
    "point_known": mark("Nothing may be added to {given}: its point is known."),
    "dice_first": mark("The dice are offered: they are taken or refused first."),
    "dice_in_series": mark("Not until the point is decided."),
    "one_box_only": mark("Each player plays one box only: take your bet back to lay another."),
    "no_bets": mark("Nobody has laid a bet yet."),
    "third_bet_stays": mark("The third bet stays in play to the end."),
    "stays_in": mark("Who has bet on the flop stays in to the end."),
    "bet_or_fold": mark("Before the flop you bet twice your ante or fold."),
    "nothing_there": mark("You have nothing on {given}."),
    "all_or_nothing": mark("What stays would be too little: take back all of it, {given}, or nothing."),
}


def worded(refusal: Refusal) -> str:
    """Why an act is refused, with its clause."""
    from novamas.words import words
    from novamas.words.problems import refused

    return refused(refusal, words(current()))
