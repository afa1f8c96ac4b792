#!/usr/bin/env python3
"""Checks every #include of ours against tools/layers.txt; prints each one that breaks a rule, and each rule that nothing needs."""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
# "isoskin/<module>/..." is the library; "render/..." is apps/render, "scenes.h" the only header scenes shows.
INCLUDE = re.compile(r'^\s*#\s*include\s+"(?:isoskin/([\w/]+)/\w+[\w.-]*|(render|report|batch)/.*|(scenes)\.h)"', re.MULTILINE)


def read_rules():
    rules = {}
    for line in (ROOT / "tools/layers.txt").read_text().splitlines():
        if line and not line.startswith("#"):
            folder, allowed = line.split(":")
            rules[folder] = set(allowed.split())
    return rules


def own_name(folder):
    return folder.removeprefix("src/isoskin/").rpartition("apps/")[2]


def unlisted(rules):
    present = [ROOT / "scenes", *(ROOT / "src/isoskin").iterdir(), *(ROOT / "apps").iterdir()]
    for module in sorted(present):
        folder = module.relative_to(ROOT).as_posix()
        if folder not in rules and any(module.rglob("*.cpp")):
            yield f"{folder}: not listed in tools/layers.txt"


def files_of(folder, rules):
    """Those below the folder that do not lie in a folder with rules of its own."""
    inner = [ROOT / other for other in rules if other.startswith(folder + "/")]
    for file in sorted((ROOT / folder).rglob("*.[hc]*")):
        if not any(file.is_relative_to(other) for other in inner):
            yield file


def broken_rules(rules):
    for folder, allowed in rules.items():
        layered = any(other.startswith(folder + "/") for other in rules)
        needed = set()
        for file in files_of(folder, rules):
            for match in INCLUDE.finditer(file.read_text()):
                used = next(filter(None, match.groups()))
                whole = used.partition("/")[0]
                if used == own_name(folder):
                    continue
                needed |= {used, whole} & allowed
                if used not in allowed and (whole not in allowed or layered or folder.startswith(f"src/isoskin/{whole}/")):
                    yield f"{file.relative_to(ROOT)}: {folder} may not include {used}"
        for name in sorted(allowed - needed):
            yield f"tools/layers.txt: {folder} does not need {name}"


def main():
    rules = read_rules()
    broken = [*unlisted(rules), *broken_rules(rules)]
    print("\n".join(broken))
    return bool(broken)


if __name__ == "__main__":
    sys.exit(main())
