"""The running assistant: the only room with threads, clocks and locks."""
