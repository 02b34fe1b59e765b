"""The three rulebooks, one module a game, beside what they share."""
