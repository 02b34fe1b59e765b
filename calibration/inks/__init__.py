"""The inks of one tile set under one light: learned, fitted, kept and chosen."""
