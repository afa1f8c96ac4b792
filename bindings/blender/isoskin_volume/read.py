"""Mesh, weights, armature and other shape keys of an object as arrays for `isoskin.Character.from_arrays`.

The space is that of the armature, as the mesh lies in it when Keep Volume is pressed (`space`): there bones have no scale of
their own, and a scaled object or armature changes every volume by one constant factor."""
import numpy as np

from . import arrays, checks


def mesh_of(context):
    """The active mesh, or in pose mode the one that the armature at hand moves."""
    obj = context.object
    if obj and obj.type == "ARMATURE":
        moved = [each for each in context.scene.objects if each.type == "MESH"
                 and any(m.type == "ARMATURE" and m.object == obj for m in each.modifiers)]
        return next((each for each in moved if each.isoskin.enabled), moved[0] if moved else None)
    return obj if obj and obj.type == "MESH" else None


def matrix(of):
    return np.array(of, dtype=np.float64)


def armature_from_mesh(obj, armature):
    return np.linalg.inv(matrix(armature.matrix_world)) @ matrix(obj.matrix_world)


def coordinates(points):
    out = np.empty(3 * len(points), np.float32)
    points.foreach_get("co", out)
    return out.reshape(-1, 3)


def basis(obj):
    keys = obj.data.shape_keys
    return coordinates(keys.reference_key.data if keys else obj.data.vertices)


def triangles(mesh):
    mesh.calc_loop_triangles()
    corners = np.empty(3 * len(mesh.loop_triangles), np.int32)
    mesh.loop_triangles.foreach_get("vertices", corners)
    return corners.reshape(-1, 3).astype(np.uint32)


def influences(obj, bones):
    """Per vertex (joint, weight) of the groups that are named after deforming bones."""
    joints = {bone.name: joint for joint, bone in enumerate(bones) if bone.use_deform}
    joint_of_group = [joints.get(group.name) for group in obj.vertex_groups]
    rows = []
    for vertex in obj.data.vertices:
        rows.append([(joint_of_group[g.group], g.weight) for g in vertex.groups
                     if g.group < len(joint_of_group) and joint_of_group[g.group] is not None and g.weight > 0])
    return rows


def group_weights(obj, name):
    group = obj.vertex_groups.get(name)
    weights = np.zeros((len(obj.data.vertices), 1), np.float32)
    if group:
        for vertex in obj.data.vertices:
            for g in vertex.groups:
                if g.group == group.index:
                    weights[vertex.index] = g.weight
    return weights


def other_keys(obj, own_names):
    """Shape keys of the user: all but the reference and our own."""
    keys = obj.data.shape_keys
    return [key for key in keys.key_blocks if key != keys.reference_key and key.name not in own_names] if keys else []


def key_offsets(obj, key):
    offsets = coordinates(key.data) - coordinates(key.relative_key.data)
    return offsets * group_weights(obj, key.vertex_group) if key.vertex_group else offsets


class Bound:
    """What targets are made of. Arrays as `from_arrays` takes them, and what poses need later."""

    def __init__(self, obj, space, own_names):
        checks.check_data(obj)
        modifier = checks.armature_modifier(obj)
        bones = list(modifier.object.data.bones)
        joints, weights, alone = arrays.pack_influences(influences(obj, bones), len(bones))
        names = [bone.name for bone in bones]
        self.index = {name: joint for joint, name in enumerate(names)}
        parents = [self.index[bone.parent.name] if bone.parent else -1 for bone in bones]
        binds = [matrix(bone.matrix_local) for bone in bones]
        if alone:
            names.append(arrays.UNWEIGHTED)
            parents.append(-1)
            binds.append(np.eye(4))
        self.binds = np.array(binds)
        self.space = space
        offsets = [arrays.transform_offsets(space, key_offsets(obj, key)) for key in other_keys(obj, own_names)]
        self.input = dict(
            positions=arrays.transform_points(space, basis(obj)),
            triangles=triangles(obj.data),
            joints=joints,
            weights=weights,
            inverse_binds=np.ascontiguousarray(np.linalg.inv(self.binds)),
            parents=np.array(parents, np.int32),
            names=names,
            morphs=np.array(offsets, np.float32).reshape(-1, len(obj.data.vertices), 3),
        )

    def fingerprint(self, settings):
        return arrays.fingerprint(settings, *(value for _, value in sorted(self.input.items())))


def poses(bound, armature, obj, is_skinned):
    """Where joints stand, (joints, 4, 4), for an evaluated armature and mesh; the bind pose if nothing is skinned."""
    if not is_skinned:
        return np.ascontiguousarray(bound.binds)
    pose = armature.pose.bones
    out = bound.binds.copy()
    flat = np.empty(16 * len(pose), np.float32)
    pose.foreach_get("matrix", flat)
    by_column = flat.reshape(-1, 4, 4).transpose(0, 2, 1)
    if len(pose) != len(bound.index):
        raise checks.Refused(f"The bones of '{armature.name}' have changed: press Update.")
    for channel, name in enumerate(p.name for p in pose):
        out[bound.index[name] if name in bound.index else missing(armature, name)] = by_column[channel]
    out[len(pose):] = np.eye(4)
    drift = armature_from_mesh(obj, armature) @ np.linalg.inv(bound.space)
    return arrays.moved_binds(out, bound.binds, drift)


def missing(armature, name):
    raise checks.Refused(f"Bone '{name}' of '{armature.name}' was not there when the targets were made: press Update.")
