// For three.js: finds the meshes of a loaded scene that a character of the run-time knows.

/// Call `update()` of what comes back each frame, after the bones have moved.
export const keepVolume = (character, scene) => {
  const free = [];
  scene.traverse((object) => {
    if (object.isSkinnedMesh && object.morphTargetDictionary) free.push(object);
  });
  const bound = character.meshes.map((mesh, index) => {
    const fits = free.filter((object) =>
      object.skeleton.bones.length === mesh.jointCount && mesh.weightNames.every((name) => name in object.morphTargetDictionary));
    // Primitives of one mesh share its skeleton and its targets; another mesh has another skeleton.
    const objects = fits.filter((object) => object.parent === fits[0].parent || object.skeleton === fits[0].skeleton);
    // A mesh without weights is there only because others lie on it.
    if (mesh.weightNames.length > 0) for (const object of objects) free.splice(free.indexOf(object), 1);
    const places = objects.map((object) => mesh.weightNames.map((name) => object.morphTargetDictionary[name]));
    return { index, objects, places };
  });
  return {
    update() {
      scene.updateMatrixWorld();
      for (const { index, objects, places } of bound) {
        if (objects.length === 0) continue;
        objects[0].skeleton.update();
        const { weights } = character.solve(index, objects[0].skeleton.boneMatrices);
        objects.forEach((object, k) => places[k].forEach((place, i) => {
          object.morphTargetInfluences[place] = weights[i];
        }));
      }
    },
  };
};
