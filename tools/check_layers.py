#!/usr/bin/env python3
"""Checks every #include "isoskin/..." against tools/layers.txt; prints each one that breaks a rule."""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
INCLUDE = re.compile(r'^\s*#\s*include\s+"isoskin/(\w+)/', re.MULTILINE)


def read_rules():
    rules = {}
    for line in (ROOT / "tools/layers.txt").read_text().splitlines():
        if line and not line.startswith("#"):
            folder, allowed = line.split(":")
            rules[folder] = {pathlib.PurePath(folder).name, *allowed.split()}
    return rules


def main():
    rules = read_rules()
    broken = []
    for module in sorted((ROOT / "src/isoskin").iterdir()):
        folder = module.relative_to(ROOT).as_posix()
        if folder not in rules:
            broken.append(f"{folder}: not listed in tools/layers.txt")
            continue
        for file in sorted(module.rglob("*.[hc]*")):
            for used in INCLUDE.findall(file.read_text()):
                if used not in rules[folder]:
                    broken.append(f"{file.relative_to(ROOT)}: {module.name} may not include {used}")
    print("\n".join(broken))
    return bool(broken)


if __name__ == "__main__":
    sys.exit(main())
