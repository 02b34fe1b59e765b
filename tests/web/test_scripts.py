"""The pages' scripts: no knots, no list kept by hand, and their own tests in node."""

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from assistant.web.app import FOLDER, words_for_script
from assistant.web.scripts import imports_of, modules_of
from assistant.words import Language

STATIC = FOLDER / "static"
TEXT = re.compile(r"""["`]((?:page|sheet|phone|setup)\.[a-z_.]+[a-z_])["`]""")
SCRIPTS = sorted(path.relative_to(STATIC).as_posix() for path in STATIC.rglob("*.js"))
HERE = Path(__file__).parent / "scripts"
NODE = shutil.which("node")
needs_node = pytest.mark.skipif(NODE is None, reason="node is not installed here")


def reach(script):
    """All that a script imports, at any depth."""
    return set(modules_of(STATIC, script))


def test_every_import_names_a_script_that_is_there():
    wanted = {name for script in SCRIPTS for name in imports_of(STATIC, script)}
    assert wanted <= set(SCRIPTS)


@pytest.mark.parametrize("script", SCRIPTS)
def test_no_script_imports_itself_by_any_way(script):
    assert script not in {name for one in imports_of(STATIC, script) for name in (one, *reach(one))}


def test_views_know_nothing_of_the_store_and_nobody_imports_a_page():
    for script in SCRIPTS:
        needed = reach(script)
        if script.startswith("views/"):
            assert not {"store.js", "link.js"} & needed, script
            assert not any(name.startswith("intents/") for name in needed), script
        if script.startswith("intents/"):
            assert not any(name.startswith("views/") for name in needed), script
        if not script.startswith("pages/"):
            assert not any(name.startswith("pages/") for name in needed), script


def test_every_script_is_used_by_a_page():
    pages = [script for script in SCRIPTS if script.startswith("pages/")]
    written = "".join(path.read_text(encoding="utf-8") for path in FOLDER.glob("*.html"))
    opened = [script for script in pages if f"asset('{script}')" in written]
    used = {name for script in opened for name in (script, *reach(script))}
    assert used == set(SCRIPTS)


def test_imports_are_found_in_all_ways_of_writing_them(tmp_path):
    (tmp_path / "views").mkdir()
    (tmp_path / "views" / "one.js").write_text(
        'import { a } from "../two.js";\nimport {\n  b,\n  c,\n} from "./three.js";\n'
        'import * as d from "./four.js";\nimport "../five.js";\nexport { e } from "./six.js";\n'
        '// import { f } from "./seven.js";\n'
    )
    assert imports_of(tmp_path, "views/one.js") == (
        "two.js", "views/three.js", "views/four.js", "five.js", "views/six.js",
    )  # fmt: skip


@needs_node
def test_the_scripts_own_tests_pass_in_node():
    files = sorted(str(path) for path in HERE.glob("*.test.js"))
    run = subprocess.run(
        [NODE, "--test", "--test-reporter=tap", *files],
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stdout + run.stderr
    assert "# fail 0" in run.stdout


@pytest.mark.parametrize("page", [one for one in SCRIPTS if one.startswith("pages/")])
def test_every_text_that_a_script_names_is_sent_to_it_and_few_others(page):
    sent = set(json.loads(words_for_script(Language.ENGLISH, page, "phone.", "setup.")))
    stems = {key.rpartition(".")[0] for key in sent} | sent
    named = {
        key
        for script in (page, *reach(page))
        for key in TEXT.findall((STATIC / script).read_text(encoding="utf-8"))
    }
    assert sorted(named - stems) == []
    assert not any(key.startswith(("fault.", "rule.", "page.printed.")) for key in sent)
