#!/usr/bin/env bash
# Makes the Debian packages, has lintian look at them, installs them in a clean system and uses all three there.
# Usage: check_packages.sh BUILD SCRATCH; with ISOSKIN_LONG alone, as root, where debootstrap is.
set -euo pipefail
[ -n "${ISOSKIN_LONG-}" ] || { echo "skipped: ISOSKIN_LONG is not set"; exit 77; }
[ "$(id -u)" -eq 0 ] && command -v debootstrap >/dev/null || { echo "skipped: needs root and debootstrap"; exit 77; }
build=$1
scratch=$2
cd "$(dirname "$0")/../.."
tools/package.sh "$build"
lintian --allow-root --fail-on error out/packages/*.deb

rm -rf --one-file-system "$scratch"
mkdir -p "$scratch"
debootstrap --variant=minbase bookworm "$scratch/root" >"$scratch/log" || { tail "$scratch/log" >&2; exit 1; }
cp -r /etc/apt/apt.conf.d "$scratch/root/etc/apt/"
cp out/packages/*.deb examples/consumer/main.c examples/consumer/main.cpp "$scratch/root/srv/"
chroot "$scratch/root" bash -euc '
    export DEBIAN_FRONTEND=noninteractive LC_ALL=C
    apt-get update -qq
    apt-get install -y -qq --no-install-recommends /srv/*.deb gcc g++ pkg-config >/dev/null
    cd /srv
    isoskin demo tube -o tube.glb --quiet
    isoskin report tube.glb --max-error 1e-6
    python3 -c "import isoskin; t = isoskin.Character.read(\"tube.glb\"); print(isoskin.Deformer(t).pose(t.pose(0, 1)).worst_error)"
    cc main.c -o in_c $(pkg-config --cflags --libs isoskin) -lm && ./in_c
    c++ main.cpp -o in_cpp $(pkg-config --cflags --libs isoskin++) && ./in_cpp
    test -s /usr/share/man/man1/isoskin.1.gz || grep -rq "path-exclude=/usr/share/man" /etc/dpkg/dpkg.cfg.d
    apt-get remove -y -qq isoskin libisoskin-dev python3-isoskin >/dev/null
    test ! -e /usr/bin/isoskin
'
rm -rf --one-file-system "$scratch"
