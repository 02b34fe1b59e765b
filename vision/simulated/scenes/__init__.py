"""Whole tables: what lies on one, random ones, empty ones, and ones to learn from."""
