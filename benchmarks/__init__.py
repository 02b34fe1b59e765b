"""Speed and accuracy: ratios within one run, and tables in docs/."""
