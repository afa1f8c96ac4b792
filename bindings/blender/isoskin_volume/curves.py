"""Profile curves. Blender's curve widget shows a CurveMapping, and nodes have one: each curve is a node of a hidden group."""
import uuid

import bpy

from . import arrays

GROUP = ".isoskin curves"


def node_of(joint):
    group = bpy.data.node_groups.get(GROUP)
    return group.nodes.get(joint.curve) if group and joint.curve else None


def make(joint):
    """The curve of a joint, new if it has none yet."""
    node = node_of(joint)
    if node:
        return node
    group = bpy.data.node_groups.get(GROUP) or bpy.data.node_groups.new(GROUP, "ShaderNodeTree")
    group.use_fake_user = True
    node = group.nodes.new("ShaderNodeFloatCurve")
    node.name = uuid.uuid4().hex
    joint.curve = node.name
    mapping = node.mapping
    mapping.use_clip = True
    mapping.clip_min_x, mapping.clip_max_x = -1.0, 1.0
    mapping.clip_min_y, mapping.clip_max_y = 0.0, 1.0
    mapping.extend = "HORIZONTAL"
    draw(node, arrays.PROFILES["BELL"])
    return node


def draw(node, knots):
    """Puts the knots of a preset into the widget."""
    points = node.mapping.curves[0].points
    while len(points) > 2:
        points.remove(points[-1])
    while len(points) < len(knots):
        points.new(0.0, 0.0)
    for point, knot in zip(points, knots):
        point.location = knot
    node.mapping.update()
    node.mapping.reset_view()


def function(joint):
    """The curve as a function from -1…1, or None."""
    node = node_of(joint) if joint.use_curve else None
    if not node:
        return None
    node.mapping.initialize()
    return lambda place: node.mapping.evaluate(node.mapping.curves[0], place)


def remove(joint):
    node = node_of(joint)
    if node:
        group = node.id_data
        group.nodes.remove(node)
        if not len(group.nodes):
            bpy.data.node_groups.remove(group)
    joint.curve = ""
