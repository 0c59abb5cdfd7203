"""One table in play, with its journal, its accounts, its commands and its automatic actions."""
