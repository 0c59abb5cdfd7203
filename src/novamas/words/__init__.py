"""Everything the program says to people and reads from them, in Spanish, Catalan and English.

Below this package there are codes and figures; here they become text, for the language of each call:

    voice = words("es", "craps")          # the words of a language, at a table of a game
    voice.bet("dont_win")                 # what things are called
    telling.tell(event, voice, me=1)      # what is noticed at a table
    voice.error(error)                    # what went wrong: refusals, faults of set-ups, bad input
    reading.read_line(line, offers, voice)  # what somebody types, in any of the languages
    patterns.typed(act, voice)            # how to type it
"""

from novamas.words.voice import Voice, voice_for

__all__ = ["Voice", "voice_for"]
