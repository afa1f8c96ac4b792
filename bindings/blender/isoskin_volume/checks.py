"""What the add-on cannot do right is refused here, with a sentence that says what to do. Looks at attributes alone: no bpy."""

# Modifiers that move no vertex, so they may stand before the Armature.
HARMLESS = {"UV_PROJECT", "UV_WARP", "NORMAL_EDIT", "WEIGHTED_NORMAL"}


class Refused(Exception):
    """A sentence for the user."""


def is_on(modifier):
    return modifier.show_viewport or modifier.show_render


def armature_modifier(obj):
    """The Armature modifier that skins the mesh; refuses stacks in which shape keys cannot say what it will do."""
    armatures = [m for m in obj.modifiers if m.type == "ARMATURE" and m.object and is_on(m)]
    if not armatures:
        raise Refused(f"'{obj.name}' has no Armature modifier with an armature.")
    if len(armatures) > 1:
        raise Refused(f"'{obj.name}' is skinned by two Armature modifiers, '{armatures[0].name}' and '{armatures[1].name}': keep one.")
    chosen = armatures[0]
    for modifier in obj.modifiers:
        if modifier == chosen:
            break
        if is_on(modifier) and modifier.type not in HARMLESS:
            raise Refused(f"Modifier '{modifier.name}' comes before '{chosen.name}' and changes what is skinned: "
                          "apply it, or move it below.")
    check_skinning(chosen)
    return chosen


def check_skinning(modifier):
    if modifier.use_deform_preserve_volume:
        raise Refused(f"'{modifier.name}' has Preserve Volume on, which swells joints instead: turn it off.")
    if modifier.use_bone_envelopes:
        raise Refused(f"'{modifier.name}' uses bone envelopes: use vertex groups alone.")
    if not modifier.use_vertex_groups:
        raise Refused(f"'{modifier.name}' does not use vertex groups.")
    if modifier.vertex_group:
        raise Refused(f"'{modifier.name}' is limited to the vertex group '{modifier.vertex_group}': clear that.")
    if modifier.use_multi_modifier:
        raise Refused(f"'{modifier.name}' has Multi Modifier on: turn it off.")
    for bone in modifier.object.data.bones:
        if bone.use_deform and bone.bbone_segments > 1:
            raise Refused(f"Bone '{bone.name}' bends within itself ({bone.bbone_segments} segments): set one segment.")
        if bone.use_deform and bone.use_envelope_multiply:
            raise Refused(f"Bone '{bone.name}' multiplies weights by its envelope: turn that off.")


def check_data(obj):
    """Shape keys are data of the mesh: it must be this object's own, and ours to change."""
    if obj.type != "MESH":
        raise Refused(f"'{obj.name}' is no mesh.")
    for owner in (obj, obj.data):
        if owner.library:
            raise Refused(f"'{owner.name}' is linked from {owner.library.filepath}: make it local first.")
        if owner.override_library:
            raise Refused(f"'{owner.name}' is a library override, to which keys cannot be added: make it local first.")
    if object_users(obj.data) > 1:
        raise Refused(f"Mesh '{obj.data.name}' is shared by {object_users(obj.data)} objects, which would share one pose's "
                      "correction: make it single-user (Object > Relations > Make Single User).")
    keys = obj.data.shape_keys
    if keys and not keys.use_relative:
        raise Refused(f"The shape keys of '{obj.name}' are absolute: make them relative.")
    if not len(obj.data.polygons):
        raise Refused(f"'{obj.name}' has no faces.")


def object_users(mesh):
    return mesh.users - bool(mesh.use_fake_user)
