#!/usr/bin/env python3
"""Runs what stands in the documentation, as a reader would: programs in C, C++ and Python, and in tutorials every command.

run_snippets.py DOCS PREFIX PYTHONPATH PROGRAM SCRATCH: against an installed isoskin, on a hero.glb that PROGRAM makes.

A tutorial is followed from top to bottom in a folder of its own. A block of code there whose first line is a comment with a file name
is written to that file, for the commands after it; Python is then run.
"""
import os
import pathlib
import re
import subprocess
import sys

BLOCK = re.compile(r"^```(cpp|c|python|sh)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
NAME = re.compile(r"^(?://|#|/\*) (\w+\.\w+)(?: \*/)?\n")
PAGES = ["c.md", "python.md", "../README.md"]
TUTORIALS = ["tutorial_artist.md", "tutorial_programmer.md", "tutorial_student.md"]
PYTHON = "/usr/bin/python3"


def run(*command, **more):
    subprocess.run([str(part) for part in command], check=True, **more)


def build(language, source, environment):
    package, compiler = {"c": ("isoskin", "cc"), "cpp": ("isoskin++", "c++")}[language]
    options = subprocess.run(["pkg-config", "--cflags", "--libs", package], env=environment, capture_output=True,
                             text=True, check=True).stdout.split()
    program = source.with_suffix("")
    run(compiler, source, "-o", program, *options)
    return program


def run_programs(page, text, scratch, environment):
    """Each program of a page by itself; its commands are for the reader's own files."""
    count = 0
    for language, block in BLOCK.findall(text):
        if language == "sh":
            continue
        count += 1
        source = scratch / f"{pathlib.Path(page).stem}_{count}.{language.replace('python', 'py')}"
        source.write_text(block)
        print(f"{page}: {language}", flush=True)
        command = [PYTHON, source] if language == "python" else [build(language, source, environment)]
        run(*command, cwd=scratch, env=environment)
    return count


def follow(page, text, scratch, environment):
    folder = scratch / pathlib.Path(page).stem
    folder.mkdir(exist_ok=True)
    count = 0
    for language, block in BLOCK.findall(text):
        count += 1
        print(f"{page}: {language}", flush=True)
        if language == "sh":
            run("bash", "-euo", "pipefail", "-c", block, cwd=folder, env=environment)
            continue
        name = NAME.match(block).group(1)  # in tutorials every program has one
        (folder / name).write_text(block)
        if language == "python":
            run(PYTHON, name, cwd=folder, env=environment)
    return count


def check_reproduction(docs, program):
    """The one command of reproduction.md, which `./run` has built beside the program."""
    (command,) = [block for language, block in BLOCK.findall((docs / "reproduction.md").read_text()) if language == "sh"]
    name = pathlib.Path(command.strip()).name
    assert name in (docs / "../run").read_text(), f"./run does not build {name}"
    run(program.parent / name)


def main():
    docs, prefix, package, isoskin, scratch = (pathlib.Path(word).resolve() for word in sys.argv[1:])
    scratch.mkdir(parents=True, exist_ok=True)
    library = next(prefix.rglob("isoskin.pc")).parent.parent
    environment = {**os.environ, "PKG_CONFIG_PATH": str(library / "pkgconfig"), "LD_LIBRARY_PATH": str(library),
                   "PATH": f"{isoskin.parent}:{os.environ['PATH']}", "PYTHONPATH": str(package), "PYTHONDONTWRITEBYTECODE": "1"}
    run(isoskin, "demo", "creature", "-o", scratch / "hero.glb", "--quiet")
    programs = sum(run_programs(page, (docs / page).read_text(), scratch, environment) for page in PAGES)
    steps = [follow(page, (docs / page).read_text(), scratch, environment) for page in TUTORIALS]
    check_reproduction(docs, isoskin)
    return programs < 5 or min(steps) < 3


if __name__ == "__main__":
    sys.exit(main())
