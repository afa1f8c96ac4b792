# `cmake --install`: the library with its headers, so that find_package(isoskin) works elsewhere.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)
set(ISOSKIN_PACKAGE_DIR ${CMAKE_INSTALL_LIBDIR}/cmake/isoskin)

install(TARGETS isoskin isoskin_document EXPORT isoskinTargets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(DIRECTORY ${PROJECT_SOURCE_DIR}/src/isoskin DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
  FILES_MATCHING PATTERN "*.h")
install(EXPORT isoskinTargets NAMESPACE isoskin:: DESTINATION ${ISOSKIN_PACKAGE_DIR})

configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/isoskinConfig.cmake.in
  ${PROJECT_BINARY_DIR}/isoskinConfig.cmake INSTALL_DESTINATION ${ISOSKIN_PACKAGE_DIR})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/isoskinConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/isoskinConfig.cmake
  ${PROJECT_BINARY_DIR}/isoskinConfigVersion.cmake DESTINATION ${ISOSKIN_PACKAGE_DIR})

if(ISOSKIN_CLI)
  install(TARGETS isoskin_cli RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/apps/studio/dist/ # where tools/build_studio.sh made it
    DESTINATION ${CMAKE_INSTALL_DATADIR}/isoskin/studio OPTIONAL)
endif()
