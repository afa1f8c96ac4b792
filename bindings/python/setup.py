"""The wheel of what CMake built beside this file: python3 -m build --no-isolation --wheel build/release/python"""
from setuptools import Distribution, setup


class WithModule(Distribution):
    """It holds compiled code, though not of setuptools: the wheel is of one Python and platform."""

    def has_ext_modules(self):
        return True


setup(distclass=WithModule)
