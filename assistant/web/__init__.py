"""The pages and the live feed; the only place that knows Flask."""
