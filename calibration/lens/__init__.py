"""A camera's lens, measured with a printed sheet."""
