"""What is refused, and in which words."""
from types import SimpleNamespace as Thing

import pytest

from isoskin_volume import checks


def armature(**bone):
    one = Thing(name="elbow", use_deform=True, bbone_segments=1, use_envelope_multiply=False)
    one.__dict__.update(bone)
    return Thing(name="Rig", data=Thing(bones=[one]))


def modifier(kind="ARMATURE", name="Armature", **more):
    made = Thing(type=kind, name=name, show_viewport=True, show_render=True, object=armature(), use_deform_preserve_volume=False,
                 use_bone_envelopes=False, use_vertex_groups=True, vertex_group="", use_multi_modifier=False)
    made.__dict__.update(more)
    return made


def body(*modifiers, **mesh):
    data = Thing(name="Body", library=None, override_library=None, users=1, use_fake_user=False, shape_keys=None, polygons=[0])
    data.__dict__.update(mesh)
    return Thing(name="Body", type="MESH", library=None, override_library=None, data=data, modifiers=list(modifiers))


def test_what_comes_after_the_armature_is_left_alone():
    skin = modifier()
    assert checks.armature_modifier(body(modifier("UV_WARP"), skin, modifier("SUBSURF"), modifier("MIRROR"))) is skin


def test_what_is_switched_off_does_not_count():
    off = dict(show_viewport=False, show_render=False)
    skin = modifier()
    assert checks.armature_modifier(body(modifier("SUBSURF", **off), modifier(**off), skin)) is skin


@pytest.mark.parametrize("modifiers, sentence", [
    ([], "'Body' has no Armature modifier with an armature."),
    ([modifier(object=None)], "has no Armature modifier"),
    ([modifier(), modifier(name="Second")], "two Armature modifiers, 'Armature' and 'Second'"),
    ([modifier("MIRROR", "Mirror"), modifier()], "'Mirror' comes before 'Armature'.* apply it, or move it below"),
    ([modifier(use_deform_preserve_volume=True)], "Preserve Volume on"),
    ([modifier(use_bone_envelopes=True)], "bone envelopes"),
    ([modifier(use_vertex_groups=False)], "does not use vertex groups"),
    ([modifier(vertex_group="half")], "limited to the vertex group 'half'"),
    ([modifier(use_multi_modifier=True)], "Multi Modifier"),
    ([modifier(object=armature(bbone_segments=4))], "'elbow' bends within itself .4 segments"),
    ([modifier(object=armature(use_envelope_multiply=True))], "'elbow' multiplies weights by its envelope"),
])
def test_stacks_that_keys_cannot_follow_are_refused(modifiers, sentence):
    with pytest.raises(checks.Refused, match=sentence):
        checks.armature_modifier(body(*modifiers))


@pytest.mark.parametrize("mesh, sentence", [
    (dict(users=3), "shared by 3 objects.*single-user"),
    (dict(library=Thing(filepath="//rig.blend")), "linked from //rig.blend"),
    (dict(override_library=Thing()), "library override"),
    (dict(shape_keys=Thing(use_relative=False)), "absolute"),
    (dict(polygons=[]), "no faces"),
])
def test_data_that_is_not_ours_to_change_is_refused(mesh, sentence):
    with pytest.raises(checks.Refused, match=sentence):
        checks.check_data(body(modifier(), **mesh))
    checks.check_data(body(modifier(), users=2, use_fake_user=True))
