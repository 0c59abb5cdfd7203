"""Hand histories at the command line: they are replayed, checked and shown."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from novamas.cli.output import heading, say
from novamas.errors import NovamasError
from novamas.words import Voice
from novamas.words.voice import capital

if TYPE_CHECKING:
    from novamas.histories.replay import Departure, Replayed
    from novamas.table.events import Event
    from novamas.table.roles import Who

SUFFIXES = (".phh", ".phhs")
DEFAULT_NORM = "AR10"  # its bets are by position, without which most hands could not be replayed


def is_history(path: Path) -> bool:
    """Return whether a file is a hand history, judged by its name."""
    return path.suffix in SUFFIXES


class Histories:
    """Hand histories to replay one after the other."""

    def __init__(self, paths: list[Path], norm: str | None, eyes: Who | None, voice: Voice) -> None:
        self.norm = norm or DEFAULT_NORM
        self.eyes = eyes
        self.voice = voice
        self.paths = paths
        self.counts: Counter[str] = Counter()

    def played(self) -> Iterator[tuple[str, Replayed]]:
        """Yield the name and the result of each hand, and count the hands."""
        from novamas.histories.phh import read_histories
        from novamas.histories.replay import replay_history

        for path in self.paths:
            for name, history in read_histories(path):
                replayed = replay_history(history, self.norm, self.voice.law)
                self.counts["hands"] += 1
                self.counts["actions"] += len(history.actions)
                self.counts["stacks"] += replayed.is_checked
                self.counts["departures"] += replayed.departure is not None
                yield name, replayed

    def content(self) -> list[dict[str, object]]:
        """Return all hands as JSON content."""
        return [
            {
                "history": name,
                "variant": hand.history.variant,
                "norm": self.norm,
                "actions": len(hand.history.actions),
                "over": hand.is_over,
                "stacks": hand.stacks,
                "carried": hand.carried,
                "stacks_checked": hand.is_checked,
                "departure": hand.departure and self.departure_content(hand.departure),
            }
            for name, hand in self.played()
        ]

    def show(self) -> None:
        """Show a single hand in full. Of several hands, show only the departures and the counts."""
        first: tuple[str, Replayed] | None = None
        for number, (name, hand) in enumerate(self.played()):
            if number == 0:
                first = name, hand
            if number == 1 and first is not None and first[1].departure:
                self.show_departure(*first)
            if number and hand.departure:
                self.show_departure(name, hand)
        if first is not None and self.counts["hands"] == 1:
            self.show_hand(*first)
            if first[1].departure:
                self.show_departure(*first)
        self.show_counts()

    def show_counts(self) -> None:
        """Show the number of hands and whether all their actions were lawful."""
        voice, counts = self.voice, self.counts
        counted = {name: counts[name] for name in ("hands", "actions", "stacks")}
        say("", voice.say("replay.hands_counted", **counted))
        if counts["departures"]:
            say(voice.say("replay.hands_depart", number=counts["departures"]))
        elif self.norm == "none":
            say(voice.text("replay.mechanics_alone"))
        else:
            say(voice.say("replay.all_lawful", norm=self.norm))

    def show_departure(self, name: str, hand: Replayed) -> None:
        """Show where a hand departs from the rules."""
        assert hand.departure is not None
        typer.echo(f"{name}: {self.voice.error(hand.departure.problem)}", err=True)

    def departure_content(self, departure: Departure) -> dict[str, object]:
        """Return the departure of a hand from the rules as JSON content."""
        return {
            "code": departure.code,
            "says": self.voice.error(departure.problem),
            "clause": departure.clause,
            "action": departure.action,
        }

    def show_hand(self, name: str, hand: Replayed) -> None:
        """Show a hand as players read it: the seats with their stacks, and the events of each action."""
        from novamas.histories.tables import VARIANTS

        history = hand.history
        if isinstance(self.eyes, int) and self.eyes > history.count:
            raise NovamasError("no_such_seat", given=self.eyes, seats=history.count)
        variant = VARIANTS.get(history.variant)
        voice = self.voice.at(variant.game) if variant else self.voice
        game = f"{voice.game_name(variant.game)} ({variant.code})" if variant else history.variant
        heading(f"{name} · {game} · {self.norm}")
        for seat, stack in enumerate(history.stacks, start=1):
            who = history.players[seat - 1] if history.players else ""
            amount = voice.text("replay.stack_unknown") if stack is None else voice.money(stack)
            say(f"  {capital(voice.person(seat))} {who}".rstrip() + f": {amount}")
        noticed = [event for _action, events in hand.events for event in events]
        seen = noticed if self.eyes is None else [event.seen_by(self.eyes) for event in noticed]
        for line in readable(seen, self.eyes, voice):
            say(f"  {line}")
        ends = [f"{voice.person(seat)} {voice.money(left)}" for seat, left in enumerate(hand.stacks, start=1)]
        if ends:
            say(voice.say("replay.stacks_at_end", stacks=ends))


def readable(events: Iterable[Event], me: Who | None, voice: Voice) -> Iterator[str]:
    """Yield the lines of a hand without those on events that only move chips on the table."""
    from novamas.table.events import Burned, RoundOver, Slid
    from novamas.words.events import event_texts

    shown = (one for one in events if not isinstance(one, Burned | RoundOver | Slid))
    return event_texts(shown, voice, me=me)
