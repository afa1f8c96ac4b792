"""Constant volume for skinned meshes, live in the viewport. See docs/blender.md."""

bl_info = {
    "name": "isoskin: keep volume",
    "description": "Bends and twists keep the volume of the body, exactly, while you pose",
    "author": "The isoskin authors",
    "version": (0, 1, 0),
    "blender": (3, 4, 0),
    "location": "3D View > Sidebar > isoskin",
    "category": "Rigging",
}


def register():
    from . import core, live, operators, panel, properties

    core.load()
    for part in (properties, operators, panel, live):
        part.register()


def unregister():
    from . import core, live, operators, panel, properties

    for part in (live, panel, operators, properties):
        part.unregister()
    core.unload()
