"""Hand histories of house-banked tables: the rounds of a log as TOML that people read, and back to the same log.

What people want to know of a round stands first: who sat where, wagers, cards, decisions, what went wrong, what was
paid. Below it stand the acts, which say all of it; the reader decides every act again and holds the facts against what
follows. `docs/hand-history.md` describes the format."""
