"""The simulated table: draws a board as a camera would see it, seeded, with exact truth."""
