"""What the buttons do. Each is one step of undo, and ends with a sentence if it cannot be done."""
import bpy
from bpy.props import EnumProperty, StringProperty

from . import arrays, bake, curves, heat, keys, live
from .checks import Refused
from .read import mesh_of


class Step:
    bl_options = {"REGISTER", "UNDO"}
    needs_keys = True

    @classmethod
    def poll(cls, context):
        obj = mesh_of(context)
        return bool(obj and obj.mode != "EDIT" and (obj.isoskin.enabled or not cls.needs_keys))

    def execute(self, context):
        try:
            said = self.act(context, mesh_of(context))
        except Refused as refusal:
            self.report({"ERROR"}, str(refusal))
            return {"CANCELLED"}
        if said:
            self.report({"INFO"}, said)
        return {"FINISHED"}


class KeepVolume(Step, bpy.types.Operator):
    """Make shape keys that put back the volume which bends and twists take, and let them follow the pose"""

    bl_idname = "isoskin.keep_volume"
    bl_label = "Keep Volume"
    needs_keys = False

    def act(self, context, obj):
        live.keep_volume(obj, context.evaluated_depsgraph_get())
        return f"{len(obj.isoskin.keys)} shape keys follow the pose."


class Update(Step, bpy.types.Operator):
    """Make the shape keys anew, after mesh, weights or bones have changed"""

    bl_idname = "isoskin.update"
    bl_label = "Update"

    def act(self, context, obj):
        bake.remove(obj, obj.isoskin)
        live.keep_volume(obj, context.evaluated_depsgraph_get())


class Bake(Step, bpy.types.Operator):
    """Write the values into keyframes from the scene's first to its last frame: shown without the add-on, exported, rendered elsewhere"""

    bl_idname = "isoskin.bake"
    bl_label = "Bake to Keyframes"

    def act(self, context, obj):
        if live.sentence_of(obj):
            raise Refused(live.sentence_of(obj))
        return f"{bake.bake(context, obj)} frames baked."


class Unbake(Step, bpy.types.Operator):
    """Take the baked keyframes out and follow the pose again"""

    bl_idname = "isoskin.unbake"
    bl_label = "Follow the Pose Again"

    def act(self, context, obj):
        bake.remove(obj, obj.isoskin)
        live.refresh(obj, context.evaluated_depsgraph_get())


class Remove(Step, bpy.types.Operator):
    """Take away all that Keep Volume made: the mesh is as it was before"""

    bl_idname = "isoskin.remove"
    bl_label = "Remove"

    def act(self, context, obj):
        state = obj.isoskin
        state.enabled = False
        bake.remove(obj, state)
        heat.remove(obj, state)
        keys.remove(obj, state)
        for joint in state.joints:
            curves.remove(joint)
        live.forget(obj.name)
        if "isoskin" in obj:
            del obj["isoskin"]  # settings too: nothing of ours stays in the file


class JointStep(Step):
    bone: StringProperty()


class AddJoint(JointStep, bpy.types.Operator):
    """Ask something of its own of a bone"""

    bl_idname = "isoskin.add_joint"
    bl_label = "Settings of Its Own"

    def act(self, context, obj):
        if self.bone not in obj.isoskin.joints:
            obj.isoskin.joints.add().name = self.bone
            curves.make(obj.isoskin.joints[self.bone])


class RemoveJoint(JointStep, bpy.types.Operator):
    """Let the bone follow the settings of the mesh again"""

    bl_idname = "isoskin.remove_joint"
    bl_label = "As the Whole Mesh"

    def act(self, context, obj):
        joints = obj.isoskin.joints
        if self.bone in joints:
            curves.remove(joints[self.bone])
            joints.remove(joints.find(self.bone))
            live.rebuild_soon(obj)


class Profile(JointStep, bpy.types.Operator):
    """Draw a profile to start from"""

    bl_idname = "isoskin.profile"
    bl_label = "Profile"
    shape: EnumProperty(items=[("BELL", "Joint", "Most at the joint"), ("PARENT", "Above", "A belly on the parent's bone"),
                               ("CHILD", "Below", "A belly on the bone itself"), ("EVEN", "Even", "All along the limb")])

    def act(self, context, obj):
        joint = obj.isoskin.joints[self.bone]
        curves.draw(curves.make(joint), arrays.PROFILES[self.shape])
        joint.use_curve = True
        live.rebuild_soon(obj)


CLASSES = (KeepVolume, Update, Bake, Unbake, Remove, AddJoint, RemoveJoint, Profile)


def register():
    for each in CLASSES:
        bpy.utils.register_class(each)


def unregister():
    for each in reversed(CLASSES):
        bpy.utils.unregister_class(each)
