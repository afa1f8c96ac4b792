import * as THREE from 'three';
import type { JointInfo } from '../core/core';

/** As the word it stands for is written: "Left" gives "Right", "LEFT" gives "RIGHT". */
function asWritten(model: string, word: string): string {
  if (model === model.toUpperCase()) return word.toUpperCase();
  return /^[A-Z]/.test(model) ? word.charAt(0).toUpperCase() + word.slice(1) : word;
}

/** What the same joint of the other side may be called, by the habits of rigs. */
function otherNames(name: string): string[] {
  const swap = (side: string): string =>
    asWritten(side, { left: 'right', right: 'left', l: 'r', r: 'l' }[side.toLowerCase()] ?? side);
  return [
    name.replace(/left|right/gi, swap), // LeftArm, arm_left
    // Arm.L, l_arm, leg_fl_upper: a letter between dots, dashes or ends, with front, hind or back before it
    name.replace(
      /(^|[._\-\s:])([fhb]?)([lr])(?=$|[._\-\s\d])/gi,
      (_, before: string, place: string, side: string) => before + place + swap(side),
    ),
    name.replace(/([a-z\d:]|^)([LR])(?=$|[_A-Z])/g, (_, before: string, side: string) => before + swap(side)), // armL
  ].filter((other) => other !== name);
}

/** Left and right of a character: which joints are of a pair, and the plane between them. */
export class Mirror {
  /** Per joint its partner; -1: none. */
  readonly partners: readonly number[];
  private axis: 0 | 1 | 2 = 0;
  private middle = 0;

  /** `positions`: three numbers per joint of the stored pose. */
  constructor(joints: readonly JointInfo[], positions: Float32Array) {
    const indices = new Map(joints.map((joint, index) => [joint.name, index]));
    this.partners = joints.map(({ name }) => {
      const found = otherNames(name).map((other) => indices.get(other));
      return found.find((index) => index !== undefined) ?? -1;
    });
    this.findPlane(positions);
  }

  /** A turn in model space as the other side makes it. */
  turn(rotation: THREE.Quaternion): THREE.Quaternion {
    const { x, y, z, w } = rotation;
    const sign = [x, y, z].map((part, axis) => (axis === this.axis ? part : -part));
    return new THREE.Quaternion(sign[0], sign[1], sign[2], w);
  }

  place(point: THREE.Vector3): THREE.Vector3 {
    const mirrored = point.clone();
    mirrored.setComponent(this.axis, 2 * this.middle - point.getComponent(this.axis));
    return mirrored;
  }

  /** Across the axis along which pairs lie apart most. */
  private findPlane(positions: Float32Array): void {
    const apart = [0, 0, 0];
    const sums = [0, 0, 0];
    let count = 0;
    this.partners.forEach((partner, joint) => {
      if (partner < joint) return;
      count++;
      for (let axis = 0; axis < 3; ++axis) {
        const a = positions[3 * joint + axis] ?? 0;
        const b = positions[3 * partner + axis] ?? 0;
        apart[axis] = (apart[axis] ?? 0) + Math.abs(a - b);
        sums[axis] = (sums[axis] ?? 0) + (a + b) / 2;
      }
    });
    if (count === 0) return;
    this.axis = apart.indexOf(Math.max(...apart)) as 0 | 1 | 2;
    this.middle = (sums[this.axis] ?? 0) / count;
  }
}
