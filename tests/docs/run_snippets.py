#!/usr/bin/env python3
"""Runs the programs that stand in the documentation, as a reader would: each fenced block of C, C++ and Python.

run_snippets.py DOCS PREFIX PYTHONPATH PROGRAM SCRATCH: against an installed isoskin, on a hero.glb that PROGRAM makes.
"""
import os
import pathlib
import re
import subprocess
import sys

BLOCK = re.compile(r"^```(c|cpp|python)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
PAGES = ["c.md", "python.md", "../README.md"]


def run(*command, **more):
    subprocess.run([str(part) for part in command], check=True, **more)


def build(language, source, prefix, environment):
    package, compiler = {"c": ("isoskin", "cc"), "cpp": ("isoskin++", "c++")}[language]
    options = subprocess.run(["pkg-config", "--cflags", "--libs", package], env=environment, capture_output=True,
                             text=True, check=True).stdout.split()
    program = source.with_suffix("")
    run(compiler, source, "-o", program, *options)
    return program


def main():
    docs, prefix, package, isoskin, scratch = map(pathlib.Path, sys.argv[1:])
    scratch.mkdir(parents=True, exist_ok=True)
    library = next(prefix.rglob("isoskin.pc")).parent.parent
    environment = {**os.environ, "PKG_CONFIG_PATH": str(library / "pkgconfig"), "LD_LIBRARY_PATH": str(library),
                   "PYTHONPATH": str(package), "PYTHONDONTWRITEBYTECODE": "1"}
    run(isoskin, "demo", "creature", "-o", scratch / "hero.glb", "--quiet")
    count = 0
    for page in PAGES:
        for language, text in BLOCK.findall((docs / page).read_text()):
            count += 1
            source = scratch / f"snippet_{count}.{language.replace('python', 'py')}"
            source.write_text(text)
            print(f"{page}: {language}", flush=True)
            command = ["/usr/bin/python3", source] if language == "python" else [build(language, source, prefix, environment)]
            run(*command, cwd=scratch, env=environment)
    return count < 5


if __name__ == "__main__":
    sys.exit(main())
