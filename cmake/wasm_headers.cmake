# What the core needs in WebAssembly is headers alone. They are linked into the build tree one by one:
# with the system's include folder as a whole, its C headers would hide those of Emscripten.
set(headers ${PROJECT_BINARY_DIR}/include)
file(MAKE_DIRECTORY ${headers})
function(isoskin_link_header target path)
  if(NOT EXISTS ${path})
    message(FATAL_ERROR "${path} is missing; tools/install.sh build installs it")
  endif()
  cmake_path(GET path FILENAME name)
  file(CREATE_LINK ${path} ${headers}/${name} SYMBOLIC)
  add_library(${target} INTERFACE IMPORTED GLOBAL)
  target_include_directories(${target} SYSTEM INTERFACE ${headers})
endfunction()

isoskin_link_header(nlohmann_json::nlohmann_json /usr/include/nlohmann)
isoskin_link_header(hwy::hwy /usr/include/hwy)
target_compile_definitions(hwy::hwy INTERFACE HWY_COMPILE_ONLY_STATIC)
isoskin_link_header(Eigen3::Eigen /usr/include/eigen3)
target_include_directories(Eigen3::Eigen SYSTEM INTERFACE ${headers}/eigen3)
