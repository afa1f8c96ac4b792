import * as THREE from 'three';
import type { Core, JointInfo } from '../core/core';

/** The pose a character was stored in, in model space; found from any pose, whatever clip plays. */
export class StoredPose {
  /** Per joint model-from-joint. */
  readonly rotations: readonly THREE.Quaternion[];
  readonly positions: Float32Array;

  constructor(core: Core, joints: readonly JointInfo[]) {
    const matrices: THREE.Matrix4[] = [];
    joints.forEach((info, joint) => {
      const { translation, rotation, scale } = core.jointTransform(joint);
      const [x, y, z] = core.jointAngles(joint).map(THREE.MathUtils.degToRad) as [number, number, number];
      // Angles are turns on top of the stored rotation.
      const turned = new THREE.Quaternion().setFromEuler(new THREE.Euler(x, y, z, 'ZYX'));
      const stored = new THREE.Quaternion(...rotation).multiply(turned.invert());
      const local = new THREE.Matrix4().compose(
        new THREE.Vector3(...translation),
        stored,
        new THREE.Vector3(...scale),
      );
      const parent = matrices[info.parent];
      matrices.push(parent ? local.premultiply(parent) : local);
    });
    this.rotations = matrices.map(rotationOf);
    this.positions = new Float32Array(matrices.flatMap((m) => m.elements.slice(12, 15)));
  }
}

export function rotationOf(matrix: THREE.Matrix4): THREE.Quaternion {
  const rotation = new THREE.Quaternion();
  matrix.decompose(new THREE.Vector3(), rotation, new THREE.Vector3());
  return rotation;
}
