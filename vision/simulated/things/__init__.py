"""What the pieces lie on and among: table tops, printed boards, clutter."""
