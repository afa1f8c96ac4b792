"""Makes docs/pictures/blender.png and hero.png: a twisted wrist and a bent hip, in Blender with the add-on (docs/blender.md).

BLENDER_USER_SCRIPTS=FOLDER blender --background --factory-startup --python tools/blender_pictures.py -- BODY.glb OUT_FOLDER
FOLDER/addons holds the add-on unpacked; BODY.glb is MakeHuman's body with its default rig. The tiles are then put together by
python3 tools/blender_pictures.py OUT_FOLDER, which needs Pillow."""
import math
import pathlib
import sys

KINDS = ("plain", "isoskin", "heat")
VIEWS = ("wrist", "hip")
SIZE = 560
LINE = 44  # for the name under a tile


def turn(armature, name, axis, degrees):
    """About an axis of the armature through the bone's head."""
    bpy.context.view_layer.update()
    bone = armature.pose.bones[name]
    head = Matrix.Translation(bone.head)
    bone.matrix = head @ Matrix.Rotation(math.radians(degrees), 4, axis) @ head.inverted() @ bone.matrix
    bpy.context.view_layer.update()


def pose(armature):
    bones = armature.pose.bones
    turn(armature, "upperarm01.L", "Y", -50)
    turn(armature, "upperleg01.L", "X", -105)
    turn(armature, "lowerleg01.L", "X", 95)
    forearm = (bones["wrist.L"].head - bones["lowerarm01.L"].head).normalized()
    turn(armature, "wrist.L", forearm, 140)
    hip, wrist = bones["upperleg01.L"].head.copy(), bones["wrist.L"].head + 0.015 * forearm
    upright = Euler((math.radians(82), 0, math.radians(62)))
    return {"wrist": (wrist, 0.27, Euler((math.radians(80), 0, 0))), "hip": (hip + Vector((0, -0.1, -0.05)), 0.56, upright)}


def render(scene, view, path, colour):
    middle, width, rotation = view
    camera = bpy.data.objects.new("camera", bpy.data.cameras.new("camera"))
    scene.collection.objects.link(camera)
    camera.data.type, camera.data.ortho_scale = "ORTHO", width
    camera.rotation_euler = rotation
    camera.location = middle + rotation.to_matrix() @ Vector((0, 0, 5))
    scene.camera = camera
    scene.render.engine = "BLENDER_WORKBENCH"
    shading = scene.display.shading
    shading.light = "STUDIO"
    shading.show_cavity, shading.cavity_type = True, "BOTH"
    shading.color_type, shading.single_color = colour, (0.95, 0.68, 0.54)
    scene.view_settings.view_transform = "Standard"
    scene.render.film_transparent = True
    scene.render.resolution_x = scene.render.resolution_y = SIZE
    scene.render.filepath = str(path)
    bpy.ops.render.render(write_still=True)
    bpy.data.objects.remove(camera)


def in_blender(body, out):
    numpy.bool = bool  # what the importer of 3.4 says, and numpy 1.24 no longer has
    bpy.ops.wm.read_factory_settings(use_empty=True)
    addon_utils.enable("isoskin_volume")
    from isoskin_volume import live

    bpy.ops.import_scene.gltf(filepath=body)
    mesh = next(thing for thing in bpy.context.scene.objects if thing.type == "MESH" and thing.modifiers)
    mesh.data.polygons.foreach_set("use_smooth", [True] * len(mesh.data.polygons))
    views = pose(mesh.modifiers[0].object)
    bpy.context.view_layer.objects.active = mesh
    for kind in KINDS:
        if kind == "isoskin":
            bpy.ops.isoskin.keep_volume()
        mesh.isoskin.show_heat = kind == "heat"
        bpy.context.view_layer.update()
        if kind == "heat":
            (part,) = live.BUILT[mesh.name].measure().parts
            print(f"plain skinning {part.skinned / part.target - 1:+.4f}, isoskin {part.corrected / part.target - 1:+.1e}")
        for name, view in views.items():
            render(bpy.context.scene, view, pathlib.Path(out) / f"{kind}_{name}.png", "VERTEX" if kind == "heat" else "SINGLE")


def sheet(folder, rows, path, height=SIZE):
    """Tiles side by side with their names; rows are lists of (tile, name). A tile keeps its middle `height` lines."""
    from PIL import Image, ImageDraw, ImageFont

    font = ImageFont.truetype("DejaVuSans.ttf", 24)
    whole = Image.new("RGB", (SIZE * len(rows[0]), (height + LINE) * len(rows)), "white")
    draw = ImageDraw.Draw(whole)
    for r, row in enumerate(rows):
        for c, (tile, name) in enumerate(row):
            picture = Image.open(folder / f"{tile}.png").convert("RGBA")
            picture = picture.crop((0, (SIZE - height) // 2, SIZE, (SIZE + height) // 2))
            whole.paste(picture, (c * SIZE, r * (height + LINE)), picture)
            draw.text((c * SIZE + 16, r * (height + LINE) + height + 8), name, fill=(60, 60, 60), font=font)
    whole.resize((whole.width * 5 // 8, whole.height * 5 // 8), Image.LANCZOS).save(path, optimize=True)


if __name__ == "__main__" and "--" in sys.argv:
    import addon_utils
    import bpy
    import numpy
    from mathutils import Euler, Matrix, Vector

    in_blender(*sys.argv[sys.argv.index("--") + 1 :])
elif __name__ == "__main__":
    folder = pathlib.Path(sys.argv[1])
    pictures = pathlib.Path(__file__).resolve().parent.parent / "docs/pictures"
    words = {"plain": "plain skinning", "isoskin": "isoskin", "heat": "heat map"}
    sheet(folder, [[(f"{kind}_{view}", words[kind]) for kind in KINDS] for view in VIEWS], pictures / "blender.png", 460)
    sheet(folder, [[(f"{kind}_{view}", words[kind]) for view in VIEWS for kind in KINDS[:2]]], pictures / "hero.png", 420)
