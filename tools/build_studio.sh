#!/usr/bin/env bash
# Builds the studio: the core in WebAssembly (build/wasm), then the page over it (apps/studio/dist).
set -euo pipefail
cd "$(dirname "$0")/.."

tools/install.sh build studio
log=$(mktemp)
trap 'rm -f "$log"' EXIT
quietly() { "$@" >"$log" 2>&1 || { tail -n 30 "$log" >&2; exit 1; }; }

echo "building the core for the browser (some minutes the first time) …" >&2
quietly cmake --preset wasm -DISOSKIN_UNITY=ON
quietly cmake --build --preset wasm
echo "building the page …" >&2
cd apps/studio
# Not `npm ci`: it refuses a lock that lacks the optional parts of other systems.
[ node_modules/.package-lock.json -nt package-lock.json ] ||
    quietly npm install --no-save --no-audit --no-fund
quietly npm run build
