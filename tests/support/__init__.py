"""What several tests share: tables, games, films, phones and servers to test with."""
