#!/usr/bin/env python3
"""The manual page, from what the program says about itself: make_man.py PROGRAM > isoskin.1"""
import re
import subprocess
import sys


def said(*command):
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def escaped(text):
    lines = [line.replace("\\", "\\e").replace("-", "\\-") for line in text.rstrip().splitlines()]
    return "\n".join("\\&" + line if line.startswith((".", "'")) else line for line in lines)


def as_it_stands(text):
    """Help is laid out by the program: columns and examples stay as they are."""
    return f".nf\n{escaped(text)}\n.fi\n"


def main():
    program = sys.argv[1]
    version = said(program, "--version").split()[1]
    whole = said(program, "--help")
    about, _, rest = whole.partition("\n")
    verbs = re.findall(r"^  (\w+) {2,}(\S.*)$", whole.split("Verbs:")[1].split("\n\n")[0], re.MULTILINE)
    page = f'.TH ISOSKIN 1 "" "isoskin {version}" "User Commands"\n'
    page += f".SH NAME\nisoskin \\- {escaped(about[0].lower() + about[1:].rstrip('.'))}\n"
    page += ".SH SYNOPSIS\n.B isoskin\n.I VERB\n[options]\n"
    page += ".SH DESCRIPTION\n" + as_it_stands(rest.split("Verbs:")[0].partition("\n")[2].strip("\n"))
    page += ".SH VERBS\n"
    for verb, line in verbs:
        page += f".SS {verb}\n{escaped(line)}.\n.PP\n"
        if verb != "help":
            page += as_it_stands(said(program, "help", verb).partition("\n")[2].strip("\n"))
    page += ".SH NOTES\n" + as_it_stands(rest.split("Verbs:")[1].split("\n\n", 1)[1].strip("\n"))
    sys.stdout.write(page)


if __name__ == "__main__":
    main()
