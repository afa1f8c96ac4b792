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

const near = 0.03; // of the skeleton's extent: how far from the mirrored place a partner may be

/** Left and right of a character: which joints are of a pair, and the plane between them. */
export class Mirror {
  /** Per joint its partner; -1: none. */
  readonly partners: readonly number[];
  private axis: 0 | 1 | 2 = 0;
  private middle = 0;

  /** `positions`: three numbers per joint of the stored pose. */
  constructor(
    joints: readonly JointInfo[],
    private readonly positions: Float32Array,
  ) {
    const indices = new Map(joints.map((joint, index) => [joint.name, index]));
    const named = joints.map(({ name }) => {
      const found = otherNames(name).map((other) => indices.get(other));
      return found.find((index) => index !== undefined) ?? -1;
    });
    this.findPlane(named);
    this.partners = this.checked(named);
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

  private position(joint: number): THREE.Vector3 {
    return new THREE.Vector3().fromArray(this.positions, 3 * joint);
  }

  /** Across the axis along which pairs lie apart most, in the middle of most of them. */
  private findPlane(named: readonly number[]): void {
    const pairs = named.flatMap((partner, joint) =>
      partner > joint ? [[this.position(joint), this.position(partner)] as const] : [],
    );
    if (pairs.length === 0) return;
    const apart = new THREE.Vector3();
    for (const [a, b] of pairs)
      apart.add(new THREE.Vector3(Math.abs(a.x - b.x), Math.abs(a.y - b.y), Math.abs(a.z - b.z)));
    const spans = apart.toArray();
    const axis = spans.indexOf(Math.max(...spans)) as 0 | 1 | 2;
    const middles = pairs.map(([a, b]) => (a.getComponent(axis) + b.getComponent(axis)) / 2);
    this.axis = axis;
    this.middle = middles.sort((a, b) => a - b)[Math.floor(middles.length / 2)] ?? 0;
  }

  /** Rigs count the joints of both sides differently: the joint that stands where the partner ought to is it. */
  private checked(named: readonly number[]): number[] {
    const all = named.map((_, joint) => this.position(joint));
    const slack = near * new THREE.Box3().setFromPoints(all).getSize(new THREE.Vector3()).length();
    const sided = all.flatMap((at, joint) => (at.distanceTo(this.place(at)) > 2 * slack ? [joint] : []));
    if (named.every((partner) => partner < 0)) return [...named]; // no plane to go by
    return named.map((partner, joint) => {
      const at = all[joint];
      if (!at || (partner < 0 && !sided.includes(joint))) return -1;
      const wanted = this.place(at);
      const off = (other: number): number => all[other]?.distanceTo(wanted) ?? Infinity;
      if (off(partner) <= slack) return partner;
      const nearest = sided.reduce((best, other) => (off(other) < off(best) ? other : best), -1);
      return off(nearest) <= slack ? nearest : partner;
    });
  }
}
