"""Scripts that make the weights and the inks again from the simulated table."""
