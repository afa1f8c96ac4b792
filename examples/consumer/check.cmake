# Installs isoskin into a scratch folder, builds the consumer against it and runs it, as its user would.
# cmake -DISOSKIN_BUILD=<build folder> -DSCRATCH=<scratch folder> -DCONFIG=<build type>
#       -DSANITIZE=<what isoskin was built with, or nothing> -P check.cmake
function(run)
  execute_process(COMMAND ${ARGV} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

if(SANITIZE)
  set(flags -DCMAKE_CXX_FLAGS=-fsanitize=${SANITIZE})
endif()
file(REMOVE_RECURSE ${SCRATCH})
run(${CMAKE_COMMAND} --install ${ISOSKIN_BUILD} --prefix ${SCRATCH}/prefix)
run(${CMAKE_COMMAND} -S ${CMAKE_CURRENT_LIST_DIR} -B ${SCRATCH}/build -G Ninja
  -DCMAKE_PREFIX_PATH=${SCRATCH}/prefix -DCMAKE_BUILD_TYPE=${CONFIG} ${flags})
run(${CMAKE_COMMAND} --build ${SCRATCH}/build)
run(${SCRATCH}/build/consumer)
