# How our own targets are compiled. Linked PRIVATE, so nothing of it leaks to those who use isoskin.
option(ISOSKIN_WERROR "Treat warnings as errors" OFF)
set(ISOSKIN_SANITIZE "" CACHE STRING "Sanitizers to build with, as in address,undefined")

add_library(isoskin_options INTERFACE)
target_compile_features(isoskin_options INTERFACE cxx_std_20)
target_compile_options(isoskin_options INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Wnon-virtual-dtor
  -ffp-contract=off # a fused multiply-add changes results with the target; see docs/decisions/0004
  $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict> # g++ 12 warns of every "text" + std::string (GCC bug 105651)
  $<$<BOOL:${ISOSKIN_WERROR}>:-Werror>)
if(ISOSKIN_SANITIZE)
  target_compile_options(isoskin_options INTERFACE -fsanitize=${ISOSKIN_SANITIZE} -fno-sanitize-recover=all
    $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>) # g++ warns wrongly in instrumented code (its manual says so)
  target_link_options(isoskin_options INTERFACE -fsanitize=${ISOSKIN_SANITIZE})
endif()
if(EMSCRIPTEN) # for everything that is linked together, third-party headers included
  add_compile_options(-msimd128 -fwasm-exceptions)
  target_compile_options(isoskin_options INTERFACE # sizes have 32 bits, and the other builds warn of the rest
    -Wno-shorten-64-to-32 -Wno-sign-conversion -Wno-constant-conversion -Wno-unused-private-field)
  add_link_options(-fwasm-exceptions)
endif()
