"""The panel in the sidebar of the 3D view. Draws what is known; the only thing it starts is a rebuild after a curve was dragged."""
import bpy

from . import curves, live
from .read import mesh_of


def percent(volume, target):
    return f"{100 * (volume / target - 1):+.4f} %" if target else "-"


class Panel:
    bl_space_type = "VIEW_3D"
    bl_region_type = "UI"
    bl_category = "isoskin"


class MainPanel(Panel, bpy.types.Panel):
    bl_label = "Volume"
    bl_idname = "ISOSKIN_PT_volume"

    def draw(self, context):
        layout, obj = self.layout, mesh_of(context)
        if not obj:
            layout.label(text="Select a mesh with an armature.")
            return
        state = obj.isoskin
        if not state.enabled:
            layout.operator("isoskin.keep_volume", icon="MOD_ARMATURE")
            return
        sentence = live.sentence_of(obj)
        if sentence:
            draw_sentence(layout, context, sentence)
        elif state.baked:
            layout.label(text="Baked to keyframes", icon="KEY_HLT")
        else:
            draw_volumes(layout, live.BUILT.get(obj.name), state)
        draw_settings(layout, state)
        row = layout.row(align=True)
        row.operator("isoskin.unbake" if state.baked else "isoskin.bake")
        row.operator("isoskin.update", text="", icon="FILE_REFRESH")
        layout.operator("isoskin.remove", icon="X")


def draw_sentence(layout, context, sentence):
    box = layout.box()
    width = max(20, int(context.region.width / (7 * context.preferences.system.ui_scale)))
    line = ""
    for word in sentence.split():
        if line and len(line) + len(word) > width:
            box.label(text=line)
            line = ""
        line = f"{line} {word}".strip()
    box.label(text=line)


def draw_volumes(layout, built, state):
    report = built.measure() if built else None
    if not report:
        return
    target = sum(part.target for part in report.parts)
    skinned = sum(part.skinned for part in report.parts)
    column = layout.box().column(align=True)
    column.label(text=f"Plain skinning  {percent(skinned, target)}")
    if state.method != "none":
        column.label(text=f"isoskin  {percent(sum(part.corrected for part in report.parts), target)}")
    for part in report.parts:
        if part.trouble:
            column.label(text=f"{part.label}: {part.trouble}", icon="ERROR")


def draw_settings(layout, state):
    column = layout.column()
    column.active = not state.baked
    column.prop(state, "method")
    column.prop(state, "effect")
    row = column.row(align=True)
    row.prop(state, "smoothing")
    row.prop(state, "max_displacement")
    column.prop(state, "show_heat")


class JointPanel(Panel, bpy.types.Panel):
    bl_label = "Joint"
    bl_idname = "ISOSKIN_PT_joint"
    bl_parent_id = "ISOSKIN_PT_volume"

    @classmethod
    def poll(cls, context):
        obj = mesh_of(context)
        return bool(obj and obj.isoskin.enabled and not obj.isoskin.baked)

    def draw(self, context):
        layout, obj = self.layout, mesh_of(context)
        state, bone = obj.isoskin, context.active_bone
        if not bone:
            names = ", ".join(joint.name for joint in state.joints)
            layout.label(text=f"Of their own: {names}" if names else "Choose a bone in pose mode.")
            return
        layout.label(text=bone.name, icon="BONE_DATA")
        joint = state.joints.get(bone.name)
        if not joint:
            layout.operator("isoskin.add_joint").bone = bone.name
            return
        layout.prop(joint, "effect")
        layout.prop(joint, "use_curve")
        node = curves.node_of(joint)
        if joint.use_curve and node:
            layout.template_curve_mapping(node, "mapping")
            row = layout.row(align=True)
            for shape in ("BELL", "PARENT", "CHILD", "EVEN"):
                button = row.operator("isoskin.profile", text=shape.capitalize())
                button.bone, button.shape = bone.name, shape
            live.notice_curve(obj)
        layout.operator("isoskin.remove_joint").bone = bone.name


CLASSES = (MainPanel, JointPanel)


def register():
    for each in CLASSES:
        bpy.utils.register_class(each)


def unregister():
    for each in reversed(CLASSES):
        bpy.utils.unregister_class(each)
