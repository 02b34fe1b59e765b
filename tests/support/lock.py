"""Writes the locks: exactly what is installed here, with the hashes of its files for all systems.

`make lock` writes .ci/run.lock and .ci/test.lock from what stands in the environment, so the
newest versions are taken by installing them first. Files are asked for at the place where pip gets
them.
"""

import os
import re
import ssl
import tomllib
import urllib.request
from collections import defaultdict
from importlib.metadata import PackageNotFoundError, requires, version
from pathlib import Path

from pip._internal.models.index import PyPI
from pip._vendor.packaging.requirements import Requirement

PROJECT = Path(__file__).parents[2]
PYTHONS = ("3.11", "3.12", "3.13", "3.14")
SYSTEMS = (("linux", "Linux", "posix"), ("darwin", "Darwin", "posix"), ("win32", "Windows", "nt"))
BESIDE = {"run": ("setuptools",), "test": ("setuptools", "axe-playwright-python")}
"""What no package asks for: what builds this one, and what looks at pages for the blind."""
FITTING = re.compile(r"-(py3|py2\.py3|cp311|cp312|cp313|cp314|cp3\d{0,2}-abi3)[-.]")
HASHED = re.compile(r'<a [^>]*href="[^"]*#sha256=([0-9a-f]{64})"[^>]*>\s*([^<\s]+)\s*</a>')


def environments():
    """Every Python and system that is locked for, as markers see it."""
    for python in PYTHONS:
        for system, platform, kind in SYSTEMS:
            yield {
                "python_version": python,
                "python_full_version": f"{python}.0",
                "sys_platform": system,
                "platform_system": platform,
                "os_name": kind,
                "platform_machine": "x86_64",
                "implementation_name": "cpython",
                "platform_python_implementation": "CPython",
            }


def needed(kind):
    """All packages that are needed anywhere, each with the systems that need it."""
    found = defaultdict(set)
    for number, where in enumerate(environments()):
        waiting = [(Requirement(text), ()) for text in asked_for(kind)]
        while waiting:
            wanted, extras = waiting.pop()
            asked = [{**where, "extra": one} for one in ("", *extras)]
            if wanted.marker is not None and not any(map(wanted.marker.evaluate, asked)):
                continue
            name = re.sub(r"[-_.]+", "-", wanted.name).lower()
            if number in found[name] and not wanted.extras:
                continue
            found[name].add(number)
            waiting += [(Requirement(text), wanted.extras) for text in requires(name) or ()]
    return found


def asked_for(kind):
    """What this project itself asks for."""
    project = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    more = project["optional-dependencies"]["dev"] if kind == "test" else []
    return (*project["dependencies"], *more, *BESIDE[kind])


def marker(numbers):
    """For which systems a package is, where it is not for all."""
    all_of = list(environments())
    if len(numbers) == len(all_of):
        return ""
    systems = {all_of[number]["sys_platform"] for number in numbers}
    pythons = {all_of[number]["python_version"] for number in numbers}
    parts = []
    if len(systems) < len(SYSTEMS):
        parts.append(" or ".join(f'sys_platform == "{one}"' for one in sorted(systems)))
    if len(pythons) < len(PYTHONS):
        parts.append(" or ".join(f'python_version == "{one}"' for one in sorted(pythons)))
    return " ; " + " and ".join(f"({part})" if " or " in part else part for part in parts)


def hashes(name, wanted):
    """The hashes of a version's wheels that any of the systems may take."""
    context = ssl.create_default_context(cafile=os.environ.get("PIP_CERT"))
    index = os.environ.get("PIP_INDEX_URL", PyPI.simple_url).rstrip("/")
    with urllib.request.urlopen(f"{index}/{name}/", timeout=60, context=context) as answer:
        files = HASHED.findall(answer.read().decode())
    begin = re.compile(re.sub("-", "[-_.]", name) + f"-{re.escape(wanted)}-", re.IGNORECASE)
    fitting = {
        digest
        for digest, file in files
        if begin.match(file) and file.endswith(".whl") and FITTING.search(file)
    }
    if not fitting:
        raise SystemExit(f"{name} {wanted} has no wheel")
    return sorted(fitting)


def written(kind):
    """One lock as text."""
    lines = [
        "# Exactly these versions and files, and no others; made by `make lock`.",
        f"# for Python {' '.join(PYTHONS)}",
    ]
    for name, numbers in sorted(needed(kind).items()):
        try:
            wanted = version(name)
        except PackageNotFoundError:
            raise SystemExit(f"{name} is needed on another system: install it here first") from None
        pinned = [f"{name}=={wanted}{marker(numbers)}"]
        pinned += [f"    --hash=sha256:{digest}" for digest in hashes(name, wanted)]
        lines.append(" \\\n".join(pinned))
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    for one in BESIDE:
        (PROJECT / ".ci" / f"{one}.lock").write_text(written(one), encoding="utf-8")
