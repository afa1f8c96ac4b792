"""The add-on in scenes that are not plain: other shape keys, scaled objects, settings, what is refused.

usage: blender --background --factory-startup --python situations_in_blender.py -- ARM.glb"""
import math
import os
import sys
from unittest.mock import MagicMock

import addon_utils
import bpy
import numpy as np

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "../players"))
import blender_scene as scene_tools

FILE = sys.argv[sys.argv.index("--") + 1]
LIMIT = 1e-5


def arm():
    """A fresh scene: the mesh and its armature, in its bind pose."""
    scene_tools.clear()
    addon_utils.enable("isoskin_volume")
    bpy.ops.import_scene.gltf(filepath=FILE)
    mesh = next(thing for thing in bpy.context.scene.objects if scene_tools.is_part_of_the_file(thing))
    armature = mesh.modifiers[0].object
    armature.animation_data_clear()
    bend(armature, 0)
    bpy.context.view_layer.objects.active = mesh
    return mesh, armature


def bend(armature, degrees):
    for bone in armature.pose.bones:
        bone.rotation_mode = "XYZ"
        bone.rotation_euler = (0, 0, 0)
        if bone.name in ("elbow", "forearm"):
            bone.rotation_euler = (math.radians(degrees), 0, math.radians(degrees / 2))
    bpy.context.view_layer.update()


def volume():
    total = 0.0
    for points, corners in scene_tools.evaluated_meshes():
        a, b, c = points[corners].transpose(1, 0, 2)
        total += float(np.einsum("ij,ij->i", a, np.cross(b, c)).sum()) / 6.0
    return total


def lost(armature, rest):
    bend(armature, 90)
    return abs(volume() / rest - 1)


def refusal(what=None):
    try:
        bpy.ops.isoskin.keep_volume()
    except RuntimeError as error:
        return str(error)
    raise AssertionError(f"was not refused: {what}")


def keeps_the_shape_that_other_keys_make():
    mesh, armature = arm()
    mesh.shape_key_add(name="Basis")
    fat = mesh.shape_key_add(name="fat", from_mix=False)
    points = np.empty(3 * len(mesh.data.vertices), np.float32)
    mesh.data.vertices.foreach_get("co", points)
    normals = np.empty_like(points)
    mesh.data.vertices.foreach_get("normal", normals)
    fat.data.foreach_set("co", points + 0.02 * normals)
    driver = fat.driver_add("value").driver
    driver.expression = "0.25 * 3"
    bpy.context.view_layer.update()
    rest = volume()
    assert lost(armature, rest) > 1e-3
    assert bpy.ops.isoskin.keep_volume() == {"FINISHED"}
    assert lost(armature, rest) < LIMIT, lost(armature, rest)
    assert abs(fat.value - 0.75) < 1e-6 and mesh.data.shape_keys.animation_data.drivers
    bpy.ops.isoskin.remove()
    assert [key.name for key in mesh.data.shape_keys.key_blocks] == ["Basis", "fat"]


def keeps_volume_under_scales_and_when_the_mesh_moves_alone():
    mesh, armature = arm()
    armature.scale = (2, 2, 2)
    mesh.scale = (0.5, 1.5, 1)
    bpy.context.view_layer.update()
    rest = volume()
    assert bpy.ops.isoskin.keep_volume() == {"FINISHED"}
    assert lost(armature, rest) < LIMIT, lost(armature, rest)
    mesh.location.x += 0.1
    mesh.rotation_mode = "XYZ"
    mesh.rotation_euler.y += 0.05
    bpy.context.view_layer.update()
    assert lost(armature, rest) < LIMIT, lost(armature, rest)


def follows_settings_curves_and_heat():
    mesh, armature = arm()
    rest = volume()
    bend(armature, 90)
    before = [attribute.name for attribute in mesh.data.attributes]
    bpy.ops.isoskin.keep_volume()
    state = mesh.isoskin
    shapes = [next(scene_tools.evaluated_meshes())[0]]
    bone = next(bone.name for bone in armature.pose.bones if bone.rotation_euler.x)
    for change in (lambda: setattr(state, "effect", "rubber"), lambda: bpy.ops.isoskin.add_joint(bone=bone),
                   lambda: bpy.ops.isoskin.profile(bone=bone, shape="PARENT"), lambda: bpy.ops.isoskin.profile(bone=bone, shape="CHILD")):
        change()
        assert lost(armature, rest) < LIMIT
        shapes.append(next(scene_tools.evaluated_meshes())[0])
    apart = [np.abs(a - b).max() for a, b in zip(shapes, shapes[1:])]
    assert apart[0] > 1e-4 and apart[1] < 1e-6 and apart[2] > 1e-4 and apart[3] > 1e-4, apart
    state.show_heat = True
    bpy.context.view_layer.update()
    colours = np.empty(4 * len(mesh.data.vertices), np.float32)
    mesh.data.color_attributes["isoskin heat"].data.foreach_get("color", colours)
    assert np.ptp(colours.reshape(-1, 4)[:, 2]) > 0.1
    state.method = "none"
    assert lost(armature, rest) > 1e-3
    state.method = "normal"
    draw_panels(armature, bone)
    bpy.ops.isoskin.remove()
    assert [attribute.name for attribute in mesh.data.attributes] == before and not bpy.data.node_groups


def draw_panels(armature, bone):
    """As Blender does in pose mode, into a layout that takes anything: volumes are stated and the curve is shown."""
    from isoskin_volume import panel

    bpy.context.view_layer.objects.active = armature
    bpy.ops.object.mode_set(mode="POSE")
    armature.data.bones.active = armature.data.bones[bone]
    layout = MagicMock()
    assert panel.JointPanel.poll(bpy.context)
    for kind in (panel.MainPanel, panel.JointPanel):
        kind.draw(MagicMock(layout=layout), bpy.context)
    said = [call.kwargs.get("text", "") for call in layout.box().column().label.call_args_list]
    assert any(text.startswith("Plain skinning") for text in said) and any(text.startswith("isoskin") for text in said), said
    assert layout.template_curve_mapping.called
    bpy.ops.object.mode_set(mode="OBJECT")


def asks_for_an_update_when_the_mesh_has_changed():
    mesh, armature = arm()
    bpy.ops.isoskin.keep_volume()
    bpy.ops.object.mode_set(mode="EDIT")
    bpy.context.view_layer.update()
    bpy.ops.mesh.select_all(action="SELECT")
    bpy.ops.transform.resize(value=(1, 1.1, 1.1))
    bpy.ops.object.mode_set(mode="OBJECT")
    bpy.context.view_layer.update()
    from isoskin_volume import live

    assert "press Update" in live.sentence_of(mesh), live.BUILT
    bend(armature, 0)
    bpy.ops.isoskin.update()
    rest = volume()
    assert lost(armature, rest) < LIMIT


def refuses_in_words():
    mesh, armature = arm()
    mirror = mesh.modifiers.new("Mirror", "MIRROR")
    bpy.ops.object.modifier_move_to_index(modifier="Mirror", index=0)
    assert "'Mirror' comes before" in refusal()
    mesh.modifiers.remove(mirror)
    mesh.modifiers[0].use_deform_preserve_volume = True
    assert "Preserve Volume" in refusal()
    mesh.modifiers[0].use_deform_preserve_volume = False
    twin = mesh.copy()
    bpy.context.scene.collection.objects.link(twin)
    assert "shared by 2 objects" in refusal()
    assert not mesh.data.shape_keys
    bpy.data.objects.remove(twin)
    mesh.modifiers.new("Mirror", "MIRROR")
    assert bpy.ops.isoskin.keep_volume() == {"FINISHED"}


for situation in (keeps_the_shape_that_other_keys_make, keeps_volume_under_scales_and_when_the_mesh_moves_alone,
                  follows_settings_curves_and_heat, asks_for_an_update_when_the_mesh_has_changed, refuses_in_words):
    situation()
    print("well:", situation.__name__, flush=True)
print("all situations are well")
