"""Keys follow the pose: on every frame, while posing, while rendering.

Handlers read the evaluated armature and set values of the original keys; Blender then evaluates once more, without handlers.
What is kept here can be thrown away at any time: it is made anew from the file."""
import json

import bpy
import numpy as np
from bpy.app.handlers import persistent

from . import arrays, checks, core, curves, heat, keys, read

BUILT = {}  # by object name: what its values are solved with, or the sentence that says why not
WAITING = set()  # names of objects whose settings have changed
RUNNING = [False]


class Built:
    def __init__(self, bound, deformer, settings):
        self.bound = bound
        self.settings = settings
        self.deformer = deformer
        self.plain = None
        self.pose = None  # the last: matrices and morph weights
        self.report = None  # of that pose, made when it is asked for

    def solve(self, pose, morphs, method):
        self.pose = (pose, morphs)
        self.report = None
        if method == "none":
            return np.zeros(len(self.deformer.targets()), np.float32)
        return self.deformer.weights(pose, 0, morphs)

    def measure(self):
        if self.report is None and self.pose:
            self.report = self.deformer.pose(*self.pose)
        return self.report


def settings_of(state):
    general = {"method": "normal", "effect": state.effect, "smoothing": round(state.smoothing, 5),
               "max_displacement": round(state.max_displacement, 5)}
    joints = [(j.name, "" if j.effect == "as_all" else j.effect, curves.function(j)) for j in state.joints]
    return arrays.settings_text(general, joints)


def bound_of(obj, state):
    return read.Bound(obj, np.array(json.loads(state.space)), keys.own_names(state))


def deformer_of(bound, settings):
    isoskin = core.load()
    character = isoskin.Character.from_arrays(**bound.input)
    deformer = isoskin.Deformer(character, settings, normals=False)
    if not deformer.targets():
        reasons = deformer.refusals
        raise checks.Refused("Nothing to keep: " + (reasons[0] if reasons else "no joint bends this mesh") + ".")
    return deformer


def keep_volume(obj, depsgraph):
    """Makes the targets of an object, or makes them anew. Refuses with a sentence and leaves the mesh alone."""
    isoskin = core.load()
    state = obj.isoskin
    checks.check_data(obj)
    armature = checks.armature_modifier(obj).object
    space = read.armature_from_mesh(obj.evaluated_get(depsgraph), armature.evaluated_get(depsgraph))
    if abs(np.linalg.det(space)) < 1e-30:
        raise checks.Refused(f"'{obj.name}' is scaled to nothing: give it a scale.")
    bound = read.Bound(obj, space, keys.own_names(state))
    settings = settings_of(state)
    try:
        deformer = deformer_of(bound, settings)
    except isoskin.Error as error:
        raise checks.Refused(f"'{obj.name}': {error}.") from error
    state.space = json.dumps(space.tolist())
    state.fingerprint = bound.fingerprint(settings)
    keys.make(obj, state, deformer.targets(), bound)
    state.enabled, state.baked = True, False
    BUILT[obj.name] = Built(bound, deformer, settings)
    refresh(obj, depsgraph)


def built_of(obj):
    """What solves an object's values; after loading or undo it is made anew, if the mesh is still the same."""
    known = BUILT.get(obj.name)
    if known is not None:
        return known if isinstance(known, Built) else None
    state = obj.isoskin
    try:
        bound = bound_of(obj, state)
        settings = settings_of(state)
        if bound.fingerprint(settings) != state.fingerprint:
            raise checks.Refused("Mesh, weights, bones or settings have changed: press Update.")
        BUILT[obj.name] = Built(bound, deformer_of(bound, settings), settings)
    except (checks.Refused, core.load().Error) as refusal:
        BUILT[obj.name] = str(refusal)
    return built_of(obj)


def sentence_of(obj):
    """Why an object's keys do not follow, or nothing."""
    known = BUILT.get(obj.name)
    return known if isinstance(known, str) else ""


def is_skinned(modifier, depsgraph):
    return modifier.show_render if depsgraph.mode == "RENDER" else modifier.show_viewport


def morph_weights(obj, state, depsgraph):
    others = read.other_keys(obj, keys.own_names(state))
    if not others:
        return np.zeros(0, np.float32)
    evaluated = obj.data.shape_keys.evaluated_get(depsgraph).key_blocks
    return np.array([0.0 if key.mute else evaluated[key.name].value for key in others], np.float32)


def refresh(obj, depsgraph):
    """Sets the values of one object's keys for the pose it is in."""
    state = obj.isoskin
    if not state.enabled or state.baked or obj.mode == "EDIT":
        return
    built = built_of(obj)
    if not built:
        return
    try:
        modifier = checks.armature_modifier(obj)
        armature = modifier.object.evaluated_get(depsgraph)
        pose = read.poses(built.bound, armature, obj.evaluated_get(depsgraph), is_skinned(modifier, depsgraph))
        weights = built.solve(pose, morph_weights(obj, state, depsgraph), state.method)
        keys.set_values(obj, keys.find(obj, state), weights / [entry.scale for entry in state.keys])
        if state.show_heat:
            heat.paint(obj, state, built)
    except checks.Refused as refusal:
        BUILT[obj.name] = str(refusal)


def forget(name=None):
    if name is None:
        BUILT.clear()
    else:
        BUILT.pop(name, None)


EDITED = set()  # names of objects that are being edited: they are looked at again afterwards


def watch_edits(obj):
    parts = [obj] + [m.object for m in obj.modifiers if m.type == "ARMATURE" and m.object]
    if any(part.mode not in ("OBJECT", "POSE") for part in parts):
        EDITED.add(obj.name)
    elif obj.name in EDITED:
        EDITED.discard(obj.name)
        forget(obj.name)


def refresh_scene(scene, depsgraph):
    if RUNNING[0]:
        return
    RUNNING[0] = True
    try:
        for obj in scene.objects:
            # Looked up by its name first: asking for obj.isoskin would make an empty one in every mesh.
            if obj.type == "MESH" and "isoskin" in obj and obj.isoskin.enabled and not obj.isoskin.baked:
                watch_edits(obj)
                refresh(obj, depsgraph)
    finally:
        RUNNING[0] = False


@persistent
def on_change(scene, depsgraph):
    refresh_scene(scene, depsgraph)


@persistent
def on_other_data(*_):
    """Another file, or another state of this one: names may mean something else now."""
    forget()


def rebuild_soon(obj):
    """After a pause of the hand: settings may change many times in a gesture."""
    if not obj.isoskin.enabled or obj.isoskin.baked:
        return
    WAITING.add(obj.name)
    if bpy.app.background:
        rebuild_waiting()
    elif not bpy.app.timers.is_registered(rebuild_waiting):
        bpy.app.timers.register(rebuild_waiting, first_interval=0.15)


def notice_curve(obj):
    """Blender tells nobody that a curve was dragged, but draws the panel again, which calls this."""
    built = BUILT.get(obj.name)
    if isinstance(built, Built) and settings_of(obj.isoskin) != built.settings:
        rebuild_soon(obj)


def rebuild_waiting():
    for name in sorted(WAITING):
        obj = bpy.data.objects.get(name)
        if obj and obj.isoskin.enabled:
            try:
                rebuild(obj, bpy.context.evaluated_depsgraph_get())
            except checks.Refused as refusal:
                BUILT[name] = str(refusal)
    WAITING.clear()


def rebuild(obj, depsgraph):
    """New settings on the same mesh: only what differs is made anew where the library can."""
    state = obj.isoskin
    built, settings = BUILT.get(obj.name), settings_of(state)
    if not isinstance(built, Built) or not built.deformer.reshape(settings):
        return keep_volume(obj, depsgraph)
    built.settings = settings
    state.fingerprint = built.bound.fingerprint(settings)
    keys.make(obj, state, built.deformer.targets(), built.bound)
    refresh(obj, depsgraph)


HANDLERS = (("frame_change_post", on_change), ("depsgraph_update_post", on_change), ("load_post", on_other_data),
            ("undo_post", on_other_data), ("redo_post", on_other_data))


def register():
    for name, handler in HANDLERS:
        getattr(bpy.app.handlers, name).append(handler)


def unregister():
    for name, handler in HANDLERS:
        getattr(bpy.app.handlers, name).remove(handler)
    if bpy.app.timers.is_registered(rebuild_waiting):
        bpy.app.timers.unregister(rebuild_waiting)
    forget()
