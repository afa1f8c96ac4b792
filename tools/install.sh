#!/usr/bin/env bash
# Installs the Debian packages that are missing, quietly, and says which. Usage: tools/install.sh GROUP…
# Groups: build (the library, the program, its pictures), studio (the core in WebAssembly; the page), python (its package and wheel), package (Debian packages), test (what ./test needs besides), long (./test --long).
set -euo pipefail

build=(g++ cmake ninja-build pkg-config python3
       libeigen3-dev libhwy-dev libtbb-dev nlohmann-json3-dev libfmt-dev libcli11-dev
       libstb-dev libmeshoptimizer-dev libdraco-dev libassimp-dev
       libegl-dev libegl1 libgl1-mesa-dri libepoxy-dev libpng-dev ffmpeg libcpp-httplib-dev)
studio=(emscripten)
python=(python3-dev pybind11-dev python3-pybind11 python3-numpy python3-build python3-setuptools python3-wheel
        python3-venv)
package=(dpkg-dev file)
test=(libgtest-dev libbenchmark-dev clang clang-format libclang-rt-14-dev chromium
      python3-numpy python3-scipy python3-pytest python3-matplotlib)
long=(clang-tidy blender lintian debootstrap slurm-wlm munge)

wanted=()
for group in "$@"; do
    case "$group" in
        build) wanted+=("${build[@]}") ;;
        studio) wanted+=("${studio[@]}") ;;
        python) wanted+=("${python[@]}") ;;
        package) wanted+=("${package[@]}") ;;
        test) wanted+=("${test[@]}") ;;
        long) wanted+=("${long[@]}") ;;
        *) echo "tools/install.sh: no group '$group'" >&2; exit 2 ;;
    esac
done
if ! command -v node >/dev/null || ! command -v npm >/dev/null; then
    case " $* " in *" test "* | *" studio "*) wanted+=(nodejs npm) ;; esac
fi

missing=()
for package in "${wanted[@]}"; do
    status=$(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null || true)
    [ "$status" = installed ] || missing+=("$package")
done
[ ${#missing[@]} -eq 0 ] && exit 0

as_root=()
if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null || { echo "isoskin needs packages that are missing and neither root nor sudo to install them: ${missing[*]}" >&2; exit 1; }
    as_root=(sudo)
fi
echo "installing ${#missing[@]} packages: ${missing[*]}" >&2
log=$(mktemp)
trap 'rm -f "$log"' EXIT
if ! { "${as_root[@]}" apt-get update -qq &&
       "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}"; } >"$log" 2>&1; then
    tail -n 20 "$log" >&2
    echo "could not install: ${missing[*]}" >&2
    exit 1
fi
