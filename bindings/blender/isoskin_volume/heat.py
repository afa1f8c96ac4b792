"""The heat map: thickness put back, as a colour attribute of the mesh."""
from . import arrays, core

NAME = "isoskin heat"


def paint(obj, state, built):
    mesh = obj.data
    layer = mesh.color_attributes.get(NAME)
    if not layer:
        active = mesh.color_attributes.active_color
        state.heat_before = active.name if active else ""
        layer = mesh.color_attributes.new(NAME, "FLOAT_COLOR", "POINT")
        mesh.color_attributes.active_color = layer
    built.measure()
    if built.plain is None:
        character = core.load().Character.from_arrays(**built.bound.input)
        built.plain = core.load().Deformer(character, "none", normals=False, check=False)
    built.plain.pose(*built.pose)
    plain, corrected = built.plain.positions(), built.deformer.positions()
    amount = built.deformer.heat(plain, corrected if state.method != "none" else plain)
    layer.data.foreach_set("color", arrays.heat_colours(amount).ravel())
    mesh.update_tag()


def remove(obj, state):
    attributes = obj.data.color_attributes
    layer = attributes.get(NAME)
    if not layer:
        return
    attributes.remove(layer)
    before = attributes.get(state.heat_before)
    if before:
        attributes.active_color = before
