#!/usr/bin/env bash
# Fails, naming the lines, if a tracked C++ source is not as clang-format would write it.
set -euo pipefail
cd "$(dirname "$0")/.."
if ! command -v clang-format >/dev/null; then
  echo "skipped: clang-format is not installed"
  exit 77
fi
if ! git rev-parse --is-inside-work-tree >/dev/null 2>&1; then
  echo "skipped: not a git checkout"
  exit 77
fi
git ls-files -z '*.h' '*.cpp' | xargs -0 clang-format --dry-run -Werror
