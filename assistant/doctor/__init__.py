"""What this machine has, and what to do about problems."""
