"""Who may import whom, read from the source, so that the design cannot erode unseen."""

import ast
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGES = ("assistant", "vision", "calibration")

TILES = ("assistant.tiles", "assistant.board")
RULES = (*TILES, "assistant.rules")
GAME = (
    *RULES,
    "assistant.game.events",
    "assistant.game.refusals",
    "assistant.game.state",
    "assistant.game.objections",
    "assistant.game.apply",
    "assistant.game.history",
    "assistant.game.diff",
)
WRITTEN = (*GAME, "assistant.records.codec", "assistant.records.events_json", "assistant.words")
MAY_IMPORT = {
    "assistant.tiles": (),
    "assistant.board": TILES,
    "assistant.rules": RULES,
    "assistant.moves.windows": (*RULES, "assistant.moves.windows"),
    "assistant.moves.search": (*RULES, "assistant.moves.windows", "assistant.moves.search"),
    **dict.fromkeys((*GAME[len(RULES) :],), GAME),
    "assistant.watch": (*GAME, "assistant.watch", "vision.observation"),
    "assistant.watch.robot": (*GAME, "assistant.watch", "vision.observation"),
    "assistant.records.codec": (),
    "assistant.records.events_json": WRITTEN,
    "assistant.words": WRITTEN,
    "assistant.words.pictures": (*WRITTEN, "vision.observation"),
    "assistant.records.record": WRITTEN,
    "assistant.records.rulings_json": WRITTEN,
    "assistant.records.score_sheet": WRITTEN,
    "assistant.storage.store": WRITTEN,
    "vision.observation": TILES,
    "vision": (*TILES, "vision"),
    "calibration": (*TILES, "vision", "calibration"),
}
"""Of the project's own modules, longest name first; what is not named here may import all."""

PURE = (
    *GAME,
    "assistant.moves.windows",
    "assistant.moves.search",
    "assistant.watch",
    "assistant.watch.robot",
    "assistant.words",
)
IMPURE_LIBRARY = """
    asyncio concurrent datetime http io logging multiprocessing os pathlib queue random
    secrets select shutil signal socket sqlite3 subprocess sys tempfile threading time urllib
    uuid
"""
HOMES = {
    "cv2": ("vision", "calibration"),
    "numpy": ("vision", "calibration"),
    "flask": ("assistant.web",),
}
"""The only places where these may be imported; vision.observation is none of them."""


def belongs(module, place):
    return module == place or module.startswith(place + ".")


def name_of(path):
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


SOURCES = {name_of(path): path for top in PACKAGES for path in (ROOT / top).rglob("*.py")}


@cache
def tree_of(module):
    return ast.parse(SOURCES[module].read_text(encoding="utf-8"))


def imported(module):
    """Every module that a module imports, wherever in its source it does."""
    for node in ast.walk(tree_of(module)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{module} imports relatively"
            for alias in node.names:
                inner = f"{node.module}.{alias.name}"
                yield inner if inner in SOURCES else node.module


def allowed(module):
    places = [place for place in MAY_IMPORT if belongs(module, place)]
    return MAY_IMPORT[max(places, key=len)] if places else None


@pytest.mark.parametrize("module", sorted(SOURCES))
def test_a_module_imports_only_what_its_place_allows(module):
    places = allowed(module)
    if places is None:
        assert belongs(module, "assistant"), f"{module} has no place in the design"
        return
    own = [name for name in imported(module) if name.partition(".")[0] in PACKAGES]
    # A package's own front door, and the empty top of a package, are no dependency.
    strangers = [name for name in own if not any(belongs(name, place) for place in places)]
    assert [name for name in strangers if name not in PACKAGES] == []


@pytest.mark.parametrize("module", sorted(SOURCES))
def test_only_the_command_line_knows_the_command_line(module):
    if not belongs(module, "assistant.commands") and module != "assistant.__main__":
        assert [n for n in imported(module) if belongs(n, "assistant.commands")] == []


@pytest.mark.parametrize("module", sorted(SOURCES))
@pytest.mark.parametrize("library", sorted(HOMES))
def test_heavy_libraries_stay_at_home(module, library):
    at_home = any(belongs(module, home) for home in HOMES[library])
    if not at_home or module == "vision.observation":
        assert [name for name in imported(module) if belongs(name, library)] == []


@pytest.mark.parametrize(
    "module", sorted(m for m in SOURCES if any(belongs(m, place) for place in PURE))
)
def test_the_core_is_pure(module):
    tops = {name.partition(".")[0] for name in imported(module)}
    assert tops & set(IMPURE_LIBRARY.split()) == set()
    calls = {
        node.func.id
        for node in ast.walk(tree_of(module))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    }
    assert calls & {"open", "print", "input", "exec", "eval"} == set()


def test_the_core_uses_the_standard_library_only():
    import sys

    for module in SOURCES:
        if any(belongs(module, place) for place in PURE):
            tops = {name.partition(".")[0] for name in imported(module)}
            assert tops <= {*sys.stdlib_module_names, *PACKAGES}, module


def test_every_module_says_what_it_is_for():
    assert [module for module in SOURCES if not ast.get_docstring(tree_of(module))] == []
