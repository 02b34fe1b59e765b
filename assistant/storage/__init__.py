"""What is kept on disk: games, their pictures, and who is using the folder."""
