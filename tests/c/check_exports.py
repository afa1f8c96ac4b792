#!/usr/bin/env python3
"""Compares the symbols of the shared library with the functions of its header; prints what differs."""
import re
import subprocess
import sys


def main():
    library, header = sys.argv[1:]
    lines = subprocess.run(["nm", "-D", "--defined-only", library], capture_output=True, text=True, check=True)
    shown = {line.split()[-1] for line in lines.stdout.splitlines()}
    declared = set(re.findall(r"^ISOSKIN_API [^(]*?(isoskin_\w+)\(", open(header).read(), re.MULTILINE))
    for name in sorted(shown - declared):
        print(f"{name} is shown by the library and not in the header")
    for name in sorted(declared - shown):
        print(f"{name} is in the header and not shown by the library")
    return not declared or shown != declared


if __name__ == "__main__":
    sys.exit(main())
