"""One table in play: its journal, its accounts, what it does on command and by itself."""
