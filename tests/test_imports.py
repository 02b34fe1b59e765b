"""Who may import whom, read from the source: a closed world, so that the design cannot erode."""

import ast
import sys
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGES = ("assistant", "vision", "calibration")

TILES = ("assistant.tiles", "assistant.board")
RULES = (*TILES, "assistant.rules")
MOVES = (*RULES, "assistant.moves")
GAME = (*MOVES, "assistant.game")
WORDS = (*GAME, "assistant.words", "vision.observation")
RECORDS = (*GAME, "assistant.words", "assistant.records")
VISION = (*TILES, "vision")
CALIBRATION = (*VISION, "calibration")
SESSION = (
    *RECORDS,
    *CALIBRATION,
    "assistant.watch",
    "assistant.storage",
    "assistant.session",
    "assistant.worker",
)
READING = (*TILES, "vision.observation", "vision.pictures", "vision.reading")
SIMULATED = (*TILES, "vision.simulated")

ROOMS = {
    "assistant.tiles": (),
    "assistant.board": TILES,
    "assistant.rules": RULES,
    "assistant.moves": MOVES,
    "assistant.game": GAME,
    "assistant.watch": (*GAME, "assistant.watch", "vision.observation"),
    "assistant.words": WORDS,
    "assistant.records": RECORDS,
    "assistant.worker": (),
    "assistant.storage": (*RECORDS, "assistant.storage", "assistant.worker", "vision.pictures"),
    "assistant.session": SESSION,
    "assistant.web": (*SESSION, "assistant.web"),
    "assistant.doctor": (*SESSION, "assistant.web", "assistant.doctor"),
    "assistant.commands": PACKAGES,
    "assistant.__main__": ("assistant.commands",),
    "vision.observation": TILES,
    "vision.opencv": ("vision.pictures", "vision.simulated"),
    "vision.pictures": ("vision.pictures",),
    "vision.reading": READING,
    "vision.scene": ("vision.pictures", "vision.scene"),
    "vision.lens": READING,
    "vision.sources": ("assistant.worker", "vision.pictures", "vision.lens", "vision.sources"),
    "vision.simulated": SIMULATED,
    "vision.training": (*READING, *SIMULATED, "vision.training"),
    "calibration": CALIBRATION,
}
"""Every room, and of the project's own modules those that it may import."""

PURE = (
    *GAME,
    "assistant.watch",
    "assistant.records",
    "assistant.words",
    "vision.observation",
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
    "threading": (
        "assistant.worker",
        "assistant.session",
        "assistant.storage",
        "assistant.web",
        "vision.sources",
        "vision.reading.nets",
    ),
    "sqlite3": ("assistant.storage", "assistant.commands"),
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


@cache
def imported(module):
    """Every module that a module imports, wherever in its source it does."""
    return tuple(_imported(module))


def _imported(module):
    for node in ast.walk(tree_of(module)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{module} imports relatively"
            for alias in node.names:
                inner = f"{node.module}.{alias.name}"
                yield inner if inner in SOURCES else node.module


def room_of(module):
    """The innermost room that a module lies in; the empty tops of packages need none."""
    places = [place for place in ROOMS if belongs(module, place)]
    return max(places, key=len) if places else None


def test_every_module_lies_in_a_room():
    assert [m for m in SOURCES if room_of(m) is None and m not in PACKAGES] == []


def test_every_room_is_there():
    assert [room for room in ROOMS if not any(belongs(m, room) for m in SOURCES)] == []


def test_a_module_imports_only_what_its_room_allows():
    strangers = [
        f"{module} -> {name}"
        for module in SOURCES
        if (room := room_of(module))
        for name in imported(module)
        if name.partition(".")[0] in PACKAGES and name not in PACKAGES
        if not any(belongs(name, place) for place in ROOMS[room])
    ]
    assert strangers == []


def test_only_the_command_line_may_import_all():
    assert [room for room, places in ROOMS.items() if places == PACKAGES] == ["assistant.commands"]


@pytest.mark.parametrize("library", sorted(HOMES))
def test_heavy_libraries_stay_at_home(library):
    elsewhere = [
        module
        for module in SOURCES
        if module == "vision.observation"
        or not any(belongs(module, home) for home in HOMES[library])
        if any(belongs(name, library) for name in imported(module))
    ]
    assert elsewhere == []


@pytest.mark.parametrize(
    "module", sorted(m for m in SOURCES if any(belongs(m, place) for place in PURE))
)
def test_the_core_is_pure(module):
    tops = {name.partition(".")[0] for name in imported(module)}
    assert tops & set(IMPURE_LIBRARY.split()) == set()
    assert tops <= {*sys.stdlib_module_names, *PACKAGES}
    calls = {
        node.func.id
        for node in ast.walk(tree_of(module))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    }
    assert calls & {"open", "print", "input", "exec", "eval"} == set()


def test_every_module_says_what_it_is_for():
    assert [module for module in SOURCES if not ast.get_docstring(tree_of(module))] == []
