"""Everything that touches pixels: cameras, reading a picture, and the simulated table."""
