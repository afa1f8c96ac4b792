import * as THREE from 'three';
import type { JointTransform, Vec3 } from '../core/core';
import { Mirror } from './mirror';
import { rotationOf, StoredPose } from './stored_pose';
import type { Studio } from './studio';

interface Pin {
  position: THREE.Vector3;
  rotation: THREE.Quaternion;
}

const settled = 1e-6; // of the character's size: a pinned joint nearer than this is where it ought to be

/**
 * All that moves joints goes through here: what a hand does to one, then the same on the other side where the
 * visitor wants it mirrored, then whatever brings pinned joints back to their places.
 */
export class Poser {
  /** Joints that stay where they are while others move, in model space. */
  readonly pins = new Map<number, Pin>();
  /** Per pulled joint, where its limb bends to; those that are not in it bend by nature. */
  readonly poles = new Map<number, Vec3>();
  private stored: StoredPose | null = null;
  private mirror: Mirror | null = null;

  constructor(private readonly studio: Studio) {
    studio.on(['loaded'], () => this.forget());
  }

  /** The joint of the other side; -1: none. */
  partner(joint: number): number {
    return this.sides().partners[joint] ?? -1;
  }

  /** By degrees about its own axes, on top of the stored pose. */
  turn(joint: number, degrees: Vec3): void {
    this.studio.core.rotateJoint(joint, degrees);
    this.moved([joint], joint);
  }

  place(joint: number, transform: JointTransform): void {
    const before = this.studio.core.jointTransform(joint);
    this.studio.core.setJointTransform(joint, transform);
    const shifted = transform.translation.some(
      (value, i) => Math.abs(value - (before.translation[i] ?? 0)) > 1e-9,
    );
    this.moved([joint], joint, shifted);
  }

  /** The joint follows `target` in model space. */
  pull(joint: number, target: Vec3): void {
    const { core } = this.studio;
    const pole = this.poles.get(joint);
    core.pull(joint, target, pole ? { pole } : {});
    this.moved(core.limb(joint).slice(0, -1), joint);
  }

  /** Bends the limb of `joint` towards a place; it stays so while it is pulled. Null: by nature again. */
  setPole(joint: number, pole: Vec3 | null): void {
    if (pole) this.poles.set(joint, pole);
    else this.poles.delete(joint);
    const { core } = this.studio;
    const at = core.jointPositions().slice(3 * joint, 3 * joint + 3);
    this.pull(joint, [at[0] ?? 0, at[1] ?? 0, at[2] ?? 0]);
  }

  togglePin(joint: number): boolean {
    if (this.pins.delete(joint)) return false;
    this.pins.set(joint, this.whereabouts(joint));
    return true;
  }

  private forget(): void {
    this.pins.clear();
    this.poles.clear();
    this.stored = null;
    this.mirror = null;
  }

  /** Of the stored pose, three numbers per joint. */
  get storedPositions(): Float32Array {
    this.stored ??= new StoredPose(this.studio.core, this.studio.joints);
    return this.stored.positions;
  }

  private sides(): Mirror {
    this.mirror ??= new Mirror(this.studio.joints, this.storedPositions);
    return this.mirror;
  }

  private moved(joints: readonly number[], handled: number, shifted = false): void {
    if (this.studio.preferences.mirror) for (const joint of joints) this.mirrorOf(joint, shifted);
    // A pinned joint that is taken by the hand takes its pin along.
    if (this.pins.has(handled)) this.pins.set(handled, this.whereabouts(handled));
    for (const [joint, pin] of this.pins) if (joint !== handled) this.bringBack(joint, pin);
  }

  private matrix(joint: number): THREE.Matrix4 {
    const matrix = new THREE.Matrix4();
    return joint < 0 ? matrix : matrix.fromArray(this.studio.core.jointMatrices(), 16 * joint);
  }

  private whereabouts(joint: number): Pin {
    const matrix = this.matrix(joint);
    return { position: new THREE.Vector3().setFromMatrixPosition(matrix), rotation: rotationOf(matrix) };
  }

  /** The partner turns from its stored pose as the joint did from its own, left for right. */
  private mirrorOf(joint: number, shifted: boolean): void {
    const sides = this.sides();
    const partner = sides.partners[joint] ?? -1;
    const rest = this.stored?.rotations[joint];
    const partnerRest = this.stored?.rotations[partner];
    if (partner < 0 || !rest || !partnerRest) return;
    const here = this.whereabouts(joint);
    const turn = here.rotation.multiply(rest.clone().invert());
    const there = sides.turn(turn).multiply(partnerRest);
    const { core, joints } = this.studio;
    const parent = this.matrix(joints[partner]?.parent ?? -1);
    const { x, y, z, w } = rotationOf(parent).invert().multiply(there);
    const own = core.jointTransform(partner);
    const place = sides.place(here.position).applyMatrix4(parent.clone().invert());
    core.setJointTransform(partner, {
      translation: shifted ? [place.x, place.y, place.z] : own.translation,
      rotation: [x, y, z, w],
      scale: core.jointTransform(joint).scale,
    });
  }

  /** By inverse kinematics to its place, then turned as it was. */
  private bringBack(joint: number, pin: Pin): void {
    const { core, joints, stage } = this.studio;
    const here = this.whereabouts(joint);
    if (here.position.distanceTo(pin.position) > settled * stage.size) {
      const pole = this.poles.get(joint);
      core.pull(joint, [pin.position.x, pin.position.y, pin.position.z], pole ? { pole } : {});
    } else if (here.rotation.angleTo(pin.rotation) < 1e-6) return;
    const parent = rotationOf(this.matrix(joints[joint]?.parent ?? -1));
    const { x, y, z, w } = parent.invert().multiply(pin.rotation);
    core.setJointTransform(joint, { ...core.jointTransform(joint), rotation: [x, y, z, w] });
  }
}
