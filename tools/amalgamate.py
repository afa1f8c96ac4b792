#!/usr/bin/env python3
"""One header of all that a header of ours includes: amalgamate.py SOURCES HEADER OUT

What is installed is then small, though sources are many. OUT.d names what was read, a file a line.
"""
import pathlib
import re
import sys

OURS = re.compile(r'^#include "(isoskin/[^"]+)"$')
OTHERS = re.compile(r"^#include <.*>$")


def take_in(sources, name, taken, others, out):
    if name in taken:
        return
    taken.append(name)
    for line in (sources / name).read_text().splitlines():
        ours = OURS.match(line)
        if ours:
            take_in(sources, ours[1], taken, others, out)
        elif OTHERS.match(line):
            others.add(line)
        elif line != "#pragma once":
            out.append(line)


def main():
    sources, name, target = pathlib.Path(sys.argv[1]), sys.argv[2], pathlib.Path(sys.argv[3])
    taken, others, out = [], set(), []
    take_in(sources, name, taken, others, out)
    lines = "\n".join(["#pragma once", "", *sorted(others), "", *out])
    text = re.sub(r"\n{3,}", "\n\n", lines).rstrip() + "\n"
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(text)
    pathlib.Path(f"{target}.d").write_text("".join(f"{sources / file}\n" for file in taken))


if __name__ == "__main__":
    main()
