"""How every test runs: hypothesis sets no time limit an example, since the machine may be busy."""

from hypothesis import settings

settings.register_profile("unhurried", deadline=None)
settings.load_profile("unhurried")
