"""Checks of a camera over a table, from what its pictures show."""
