# Debian packages of what is installed, by component: isoskin (the program), libisoskin-dev, and
# python3-isoskin where the Python package is built. tools/package.sh makes them.
set(packages isoskin libisoskin-dev)
set(CPACK_COMPONENTS_ALL program dev)
if(ISOSKIN_PYTHON)
  list(APPEND packages python3-isoskin)
  list(APPEND CPACK_COMPONENTS_ALL python)
  set(modules lib/python3/dist-packages/isoskin)
  install(TARGETS isoskin_python LIBRARY DESTINATION ${modules} COMPONENT python EXCLUDE_FROM_ALL)
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/bindings/python/isoskin/ DESTINATION ${modules}
    COMPONENT python EXCLUDE_FROM_ALL PATTERN __pycache__ EXCLUDE)
endif()

# What Debian asks of every package: its licence and a changelog, and a manual page for a program.
set(debian ${PROJECT_BINARY_DIR}/debian)
string(TIMESTAMP ISOSKIN_PACKAGE_DATE "%a, %d %b %Y %H:%M:%S +0000" UTC)
configure_file(${CMAKE_CURRENT_LIST_DIR}/debian_changelog.in ${debian}/changelog @ONLY)
configure_file(${CMAKE_CURRENT_LIST_DIR}/debian_copyright ${debian}/copyright COPYONLY)
execute_process(COMMAND gzip -9nkf ${debian}/changelog COMMAND_ERROR_IS_FATAL ANY)
foreach(component package IN ZIP_LISTS CPACK_COMPONENTS_ALL packages)
  install(FILES ${debian}/changelog.gz ${debian}/copyright
    DESTINATION share/doc/${package} COMPONENT ${component} EXCLUDE_FROM_ALL)
  string(TOUPPER ${component} name)
  set(CPACK_DEBIAN_${name}_PACKAGE_NAME ${package})
endforeach()
install(FILES ${PROJECT_BINARY_DIR}/isoskin.1.gz DESTINATION share/man/man1
  COMPONENT program EXCLUDE_FROM_ALL)

set(CPACK_GENERATOR DEB)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_PACKAGE_MAINTAINER "The isoskin authors <isoskin@isoskin.invalid>")
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SECTION graphics)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_RECOMMENDS "ffmpeg, libegl1, libgl1-mesa-dri")
set(CPACK_DEBIAN_DEV_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEV_PACKAGE_DEPENDS
  "libeigen3-dev, libhwy-dev, libtbb-dev, nlohmann-json3-dev, libmeshoptimizer-dev, libdraco-dev, libassimp-dev")
# The system is told of the shared library, and packages made with it what they depend on.
file(WRITE ${debian}/triggers "activate-noawait ldconfig\n")
file(WRITE ${debian}/shlibs "libisoskin ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR} libisoskin-dev (>= ${PROJECT_VERSION})\n")
set(CPACK_DEBIAN_DEV_PACKAGE_CONTROL_EXTRA ${debian}/triggers ${debian}/shlibs)
set(CPACK_DEBIAN_PYTHON_PACKAGE_SECTION python)
set(CPACK_DEBIAN_PYTHON_PACKAGE_DEPENDS "python3 (>= 3.11), python3 (<< 3.12), python3-numpy")
set(about "isoskin deforms skinned characters so that bends and twists keep the volume\nof the body, exactly, and says what every frame loses.")
set(CPACK_COMPONENT_PROGRAM_DESCRIPTION "${about}\nThis package has the program and its studio.")
set(CPACK_COMPONENT_DEV_DESCRIPTION "${about}\nThis package has the libraries and headers for C and C++.")
set(CPACK_COMPONENT_PYTHON_DESCRIPTION "${about}\nThis package has the module for Python 3.")
include(CPack)
