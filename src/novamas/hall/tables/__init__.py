"""One table in play: its journal, its accounts, its commands and its automatic actions."""
