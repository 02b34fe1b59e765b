"""Learning one tile set under one light, and checking that a camera sees it well."""
