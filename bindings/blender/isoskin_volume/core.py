"""The extension module that the add-on carries in its folder lib."""
import pathlib
import sys

LIBRARY = str(pathlib.Path(__file__).parent / "lib")


def load():
    """Scripts in Blender can then `import isoskin` too: one module serves both, as its types can be registered only once."""
    if LIBRARY not in sys.path:
        sys.path.insert(0, LIBRARY)
    try:
        import isoskin
    except ImportError as error:
        sys.path.remove(LIBRARY)
        version = "{}.{}".format(*sys.version_info)
        raise ImportError(f"isoskin's module does not load in Blender's Python {version}: {error}. "
                          "It is built for Python 3.11 with Debian's libraries.") from error
    return isoskin


def unload():
    if LIBRARY in sys.path:
        sys.path.remove(LIBRARY)
