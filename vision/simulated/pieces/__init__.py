"""The pieces of the game as they are drawn: shapes, inks, wear and how people lay them."""
