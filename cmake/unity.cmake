# A source of ours takes seconds to read Eigen and the standard library and little for itself, so a
# first build is fastest where the sources of a folder are compiled together. Off while developing:
# there one changed file is to be compiled alone, and has to include what it uses.
option(ISOSKIN_UNITY "Compile the sources of each folder together, some at a time (first builds)" OFF)
set(ISOSKIN_UNITY_SIZE 24) # sources a group: few headers read again, and enough groups for several cores

# Call it when the target has all its sources. Vector kernels include themselves once per instruction
# set and stay alone. GLUE: its time is spent in the library, so it is optimised little.
function(isoskin_group_sources target)
  if(NOT ISOSKIN_UNITY)
    return()
  endif()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  # g++ collects garbage from 128 MB on, again and again: an eighth of the time for a fifth of memory.
  target_compile_options(${target} PRIVATE
    $<$<CXX_COMPILER_ID:GNU>:--param=ggc-min-heapsize=1048576 --param=ggc-min-expand=200>)
  if(GLUE IN_LIST ARGN)
    target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-O1>)
  endif()
  get_target_property(sources ${target} SOURCES)
  get_target_property(base ${target} SOURCE_DIR)
  list(FILTER sources EXCLUDE REGEX "_kernel[.]cpp$")
  foreach(source ${sources})
    cmake_path(ABSOLUTE_PATH source BASE_DIRECTORY ${base} NORMALIZE)
    cmake_path(GET source PARENT_PATH folder)
    cmake_path(GET folder FILENAME folder)
    list(APPEND folders ${folder})
    list(APPEND sources_of_${folder} ${source})
  endforeach()
  list(REMOVE_DUPLICATES folders)
  foreach(folder ${folders})
    isoskin_group_folder(${target} ${folder} ${sources_of_${folder}})
  endforeach()
endfunction()

# Groups of about the same size, so that none is left for one core at the end.
function(isoskin_group_folder target folder)
  list(LENGTH ARGN count)
  math(EXPR groups "(${count} + ${ISOSKIN_UNITY_SIZE} - 1) / ${ISOSKIN_UNITY_SIZE}")
  set(place 0)
  foreach(source ${ARGN})
    math(EXPR group "${place} * ${groups} / ${count}")
    set_source_files_properties(${source} TARGET_DIRECTORY ${target}
      PROPERTIES UNITY_GROUP "${folder}_${group}")
    math(EXPR place "${place} + 1")
  endforeach()
endfunction()

# Tests are many and have helpers of the same names, so they stay apart; in first builds they read
# what all of them include once, and are optimised little: their time is spent in the library.
function(isoskin_share_headers target)
  if(NOT ISOSKIN_UNITY)
    return()
  endif()
  target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-O1>)
  target_precompile_headers(${target} PRIVATE <gtest/gtest.h> "${PROJECT_SOURCE_DIR}/src/isoskin/deform/deformer.h")
endfunction()
