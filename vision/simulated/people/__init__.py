"""Hands over the table, and how they move."""
