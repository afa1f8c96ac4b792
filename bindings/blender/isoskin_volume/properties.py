"""What the add-on keeps with an object, in the file: settings, names of keys, and of what they were made."""
import bpy
from bpy.props import BoolProperty, CollectionProperty, EnumProperty, FloatProperty, PointerProperty, StringProperty

from . import arrays

ABOUT = {
    "organic": "More where flesh is far from the bone",
    "rubber": "Evenly round the joint",
    "muscle": "A belly on the parent bone, on the flexor side",
    "folds": "Three folds along the limb",
    "uniform": "Everywhere alike, tips included",
}
EFFECTS = [(word, word.capitalize(), ABOUT[word]) for word in arrays.EFFECTS]
METHODS = [
    ("normal", "Constant volume", "Volume that bends and twists take is put back where it was taken"),
    ("none", "Plain skinning", "As without the add-on, to compare"),
]


def settings_changed(self, context):
    from . import live

    live.rebuild_soon(self.id_data)


def heat_changed(self, context):
    from . import heat, live

    if self.show_heat:
        live.refresh(self.id_data, context.evaluated_depsgraph_get())
    else:
        heat.remove(self.id_data, self)


class IsoskinKey(bpy.types.PropertyGroup):
    """A shape key of ours; `name` is its name."""

    scale: FloatProperty(default=1.0)


class IsoskinJoint(bpy.types.PropertyGroup):
    """What is asked of one bone; `name` is its name."""

    effect: EnumProperty(name="Effect", items=[("as_all", "As all", "As the whole mesh"), *EFFECTS], update=settings_changed)
    use_curve: BoolProperty(name="Own profile", update=settings_changed,
                            description="Where along the limb the skin gives, by a curve: parent's far end, joint, child's far end")
    curve: StringProperty()


class IsoskinState(bpy.types.PropertyGroup):
    enabled: BoolProperty()
    baked: BoolProperty()
    made_basis: BoolProperty()
    made_action: StringProperty()
    space: StringProperty()
    fingerprint: StringProperty()
    keys: CollectionProperty(type=IsoskinKey)
    joints: CollectionProperty(type=IsoskinJoint)
    method: EnumProperty(name="Method", items=METHODS, update=settings_changed)
    effect: EnumProperty(name="Effect", items=EFFECTS, update=settings_changed,
                         description="Where round a joint the flesh gives")
    smoothing: FloatProperty(name="Smoothing", min=0.05, max=5, default=1, update=settings_changed,
                             description="How wide the flesh of a joint reaches, in limb radii")
    max_displacement: FloatProperty(name="Farthest", min=0.05, max=10, default=1.2, update=settings_changed,
                                    description="Farthest a vertex may be moved, in limb radii")
    show_heat: BoolProperty(name="Heat map", update=heat_changed,
                            description="Thickness put back, as the colour attribute 'isoskin heat'")
    heat_before: StringProperty()


CLASSES = (IsoskinKey, IsoskinJoint, IsoskinState)


def register():
    for each in CLASSES:
        bpy.utils.register_class(each)
    bpy.types.Object.isoskin = PointerProperty(type=IsoskinState)


def unregister():
    del bpy.types.Object.isoskin
    for each in reversed(CLASSES):
        bpy.utils.unregister_class(each)
