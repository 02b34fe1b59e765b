"""How tests are shared out among processes: nothing is done twice, nor waited for in vain.

xdist hands out all that a process which ended ever had, what it had done included: processes that
get nothing but that have no test to come back from, and the run never ends.
"""

from xdist.scheduler import LoadGroupScheduling


class LeftOver(LoadGroupScheduling):
    """Of what a process had that ended, only what it had not done is for others."""

    def remove_node(self, node):
        mine = self.assigned_work[node]
        for scope in [scope for scope, done in mine.items() if all(done.values())]:
            del mine[scope]
        return super().remove_node(node)


def pytest_xdist_make_scheduler(config, log):
    """For runs whose tests are shared out by groups, as all of ours are."""
    return LeftOver(config, log) if config.getoption("dist") == "loadgroup" else None
