"""All legal moves of a hand: on a grid, and among rows of cards."""
