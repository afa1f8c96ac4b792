# Installs isoskin into a scratch folder, builds programs in C and C++ against it by CMake and by
# pkg-config, and runs them, as its users would.
# cmake -DISOSKIN_BUILD=<build folder> -DSCRATCH=<scratch folder> -DCONFIG=<build type>
#       -DSANITIZE=<what isoskin was built with, or nothing> -P check.cmake
function(run)
  execute_process(COMMAND ${ARGV} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

if(SANITIZE)
  set(flag -fsanitize=${SANITIZE})
  set(flags -DCMAKE_CXX_FLAGS=${flag} -DCMAKE_C_FLAGS=${flag})
endif()
file(REMOVE_RECURSE ${SCRATCH})
execute_process(COMMAND ${CMAKE_COMMAND} --install ${ISOSKIN_BUILD} --prefix ${SCRATCH}/prefix
  OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
file(GLOB_RECURSE headers ${SCRATCH}/prefix/include/*)
list(LENGTH headers count)
if(count EQUAL 0 OR count GREATER 15)
  message(FATAL_ERROR "${count} headers are installed; at least 1 and at most 15 were meant to be")
endif()

run(${CMAKE_COMMAND} -S ${CMAKE_CURRENT_LIST_DIR} -B ${SCRATCH}/build -G Ninja
  -DCMAKE_PREFIX_PATH=${SCRATCH}/prefix -DCMAKE_BUILD_TYPE=${CONFIG} ${flags})
run(${CMAKE_COMMAND} --build ${SCRATCH}/build)
run(${SCRATCH}/build/consumer)
run(${SCRATCH}/build/consumer_c)

file(GLOB_RECURSE found ${SCRATCH}/prefix/isoskin.pc)
cmake_path(GET found PARENT_PATH folder)
set(ENV{PKG_CONFIG_PATH} ${folder})
cmake_path(GET folder PARENT_PATH libraries)
set(ENV{LD_LIBRARY_PATH} ${libraries})
function(build_by_pkg_config compiler source package program)
  execute_process(COMMAND pkg-config --cflags --libs ${package} OUTPUT_VARIABLE options
    OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
  separate_arguments(options UNIX_COMMAND "${options}")
  run(${compiler} ${ARGN} ${flag} ${CMAKE_CURRENT_LIST_DIR}/${source} -o ${SCRATCH}/${program} ${options} -lm)
  run(${SCRATCH}/${program})
endfunction()
build_by_pkg_config(cc main.c isoskin by_pkg_config_c -std=c99 -Wall -Wextra -Werror -pedantic)
build_by_pkg_config(c++ main.cpp isoskin++ by_pkg_config_cpp)
