"""A game as text: events, records and rulings as JSON, and the score sheet."""
