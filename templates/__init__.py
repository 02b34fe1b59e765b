"""The Flask pages: templates here, scripts and styles in static/."""
