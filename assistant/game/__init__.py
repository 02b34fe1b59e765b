"""A game as the fold of its events: what can happen, what it does, why it is refused."""
