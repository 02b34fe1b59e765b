"""The referee's side of the table: rules, games, watching, and the pages on the phones."""
