# `cmake --install`: the program, a static and a shared library, three headers, and how to find them
# by CMake and pkg-config. All of it is what the target isoskin_cli builds; components are packages.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)
set(ISOSKIN_PACKAGE_DIR ${CMAKE_INSTALL_LIBDIR}/cmake/isoskin)

# Headers. That of C++ is made of all that a program needs; made anew when one of them changes.
set(cpp_header ${PROJECT_BINARY_DIR}/include/isoskin/isoskin.hpp)
find_program(ISOSKIN_PYTHON3 python3 REQUIRED)
execute_process(COMMAND ${ISOSKIN_PYTHON3} ${PROJECT_SOURCE_DIR}/tools/amalgamate.py
  ${PROJECT_SOURCE_DIR}/src isoskin/isoskin.hpp ${cpp_header} COMMAND_ERROR_IS_FATAL ANY)
file(STRINGS ${cpp_header}.d amalgamated)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS
  ${amalgamated} ${PROJECT_SOURCE_DIR}/tools/amalgamate.py)
install(FILES ${PROJECT_SOURCE_DIR}/src/isoskin/isoskin.h ${cpp_header}
  ${PROJECT_BINARY_DIR}/include/isoskin/version.h
  DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/isoskin COMPONENT dev)

install(TARGETS isoskin EXPORT isoskinTargets
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT dev)
install(TARGETS isoskin_shared EXPORT isoskinSharedTargets
  LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT dev NAMELINK_COMPONENT dev)
foreach(export isoskinTargets isoskinSharedTargets)
  install(EXPORT ${export} NAMESPACE isoskin:: DESTINATION ${ISOSKIN_PACKAGE_DIR} COMPONENT dev)
endforeach()

configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/isoskinConfig.cmake.in
  ${PROJECT_BINARY_DIR}/isoskinConfig.cmake INSTALL_DESTINATION ${ISOSKIN_PACKAGE_DIR})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/isoskinConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/isoskinConfig.cmake ${PROJECT_BINARY_DIR}/isoskinConfigVersion.cmake
  DESTINATION ${ISOSKIN_PACKAGE_DIR} COMPONENT dev)

# pkg-config: isoskin is the shared library for C, isoskin++ the static one for C++.
file(RELATIVE_PATH ISOSKIN_PC_TO_PREFIX /prefix/${CMAKE_INSTALL_LIBDIR}/pkgconfig /prefix)
set(ISOSKIN_STATIC_LIBS -lhwy)
if(ISOSKIN_THREADS)
  string(APPEND ISOSKIN_STATIC_LIBS " -ltbb")
endif()
if(ISOSKIN_COMPRESSION)
  string(APPEND ISOSKIN_STATIC_LIBS " -lmeshoptimizer -ldraco")
endif()
if(ISOSKIN_ASSIMP)
  string(APPEND ISOSKIN_STATIC_LIBS " -lassimp")
endif()
foreach(name isoskin isoskin++)
  configure_file(${CMAKE_CURRENT_LIST_DIR}/${name}.pc.in ${PROJECT_BINARY_DIR}/${name}.pc @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/${name}.pc
    DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT dev)
endforeach()

if(ISOSKIN_CLI)
  add_dependencies(isoskin_cli isoskin_shared) # so that what ./run builds can be installed
  install(TARGETS isoskin_cli RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT program)
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/apps/studio/dist/ # where tools/build_studio.sh made it
    DESTINATION ${CMAKE_INSTALL_DATADIR}/isoskin/studio COMPONENT program OPTIONAL)
endif()
