"""All texts that people read, and the parser of their input, in Spanish, Catalan and English.

The packages below use codes and figures. This package turns them into text, in the language of each call:

    voice = voice_for("es", "craps")         # the translator of a language, at a table of a game
    voice.bet("dont_win")                    # the name of a bet
    events.event_text(event, voice, me=1)    # an event at a table
    voice.error(error)                       # a problem: a refusal, a fault of a set-up, bad input
    line_parser.read_line(line, offers, voice)  # a typed line, in any of the languages
    typed_acts.typed(act, voice)             # the words with which an act is typed
"""

from novamas.words.voice import Voice, our_voice, voice_for

__all__ = ["Voice", "our_voice", "voice_for"]
