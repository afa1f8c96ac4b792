#!/usr/bin/env python3
"""Checks every #include of ours against tools/layers.txt; prints each one that breaks a rule."""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
# "isoskin/<module>/..." is the library; "render/..." is apps/render, "scenes.h" the only header scenes shows.
INCLUDE = re.compile(r'^\s*#\s*include\s+"(?:isoskin/(\w+)/|(render|report)/|(scenes)\.h")', re.MULTILINE)


def read_rules():
    rules = {}
    for line in (ROOT / "tools/layers.txt").read_text().splitlines():
        if line and not line.startswith("#"):
            folder, allowed = line.split(":")
            rules[folder] = {pathlib.PurePath(folder).name, *allowed.split()}
    return rules


def unlisted(rules):
    present = [ROOT / "scenes", *(ROOT / "src/isoskin").iterdir(), *(ROOT / "apps").iterdir()]
    for module in sorted(present):
        folder = module.relative_to(ROOT).as_posix()
        if folder not in rules and any(module.rglob("*.cpp")):
            yield f"{folder}: not listed in tools/layers.txt"


def broken_includes(rules):
    for folder, allowed in rules.items():
        for file in sorted((ROOT / folder).rglob("*.[hc]*")):
            for match in INCLUDE.finditer(file.read_text()):
                used = next(filter(None, match.groups()))
                if used not in allowed:
                    yield f"{file.relative_to(ROOT)}: {folder} may not include {used}"


def main():
    rules = read_rules()
    broken = [*unlisted(rules), *broken_includes(rules)]
    print("\n".join(broken))
    return bool(broken)


if __name__ == "__main__":
    sys.exit(main())
