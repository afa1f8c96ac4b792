# How our own targets are compiled. Linked PRIVATE, so nothing of it leaks to those who use isoskin.
option(ISOSKIN_WERROR "Ask for warnings and treat them as errors; for who develops" OFF)
set(ISOSKIN_SANITIZE "" CACHE STRING "Sanitizers to build with, as in address,undefined")

add_library(isoskin_options INTERFACE)
target_compile_features(isoskin_options INTERFACE cxx_std_20)
set(warnings -w)
if(ISOSKIN_WERROR)
  set(warnings -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Wnon-virtual-dtor)
endif()
target_compile_options(isoskin_options INTERFACE ${warnings}
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
  add_link_options(-fwasm-exceptions)
endif()

# Compiled once for the static library, the shared one and the Python module. Hidden symbols keep
# what position-independent code costs small: calls within the library stay direct and inline.
function(isoskin_prepare_for_sharing target)
  if(NOT EMSCRIPTEN)
    set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE ON
      CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON)
  endif()
endfunction()
