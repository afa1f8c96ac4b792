import * as THREE from 'three';
import { findLimbs, type Limb, type Limbs } from './limbs';
import type { Studio } from './studio';

/** A pose to try on any character that has what it needs. */
export interface TriedPose {
  readonly name: string;
  /** Why this character cannot take it; empty: it can. */
  readonly why: (limbs: Limbs) => string;
  readonly take: (limbs: Limbs) => void;
}

const up = new THREE.Vector3(0, 1, 0);
const range = 60; // degrees to each side, or up to the joint's limit
const quarter = 0.5; // seconds from the middle to one side

/** Poses found by limbs, not by names; each is one step of undo. */
export class Gallery {
  readonly poses: readonly TriedPose[] = [
    { name: 'T pose', why: needsArms, take: ({ arms }) => this.spread(arms, 0) },
    { name: 'A pose', why: needsArms, take: ({ arms }) => this.spread(arms, -Math.PI / 4) },
    { name: 'Reach', why: needsArms, take: ({ arms }) => this.spread(arms, (5 * Math.PI) / 12) },
    { name: 'Squat', why: needsLegs, take: (limbs) => this.squat(limbs) },
  ];

  constructor(private readonly studio: Studio) {}

  limbs(): Limbs {
    return findLimbs(this.studio);
  }

  take(pose: TriedPose): void {
    const { studio } = this;
    studio.setPlaying(false);
    studio.step(pose.name, () => pose.take(this.limbs()));
  }

  /** A clip in which one joint turns about each of its axes, to both sides. */
  rangeOfMotion(joint: number): void {
    const { studio } = this;
    const { core } = studio;
    const most = Math.min(range, core.limits().get(joint) ?? range);
    const name = `range of ${studio.jointName(joint)}`;
    const clip = studio.run(() => core.newClip(name)); // a step of its own
    if (clip === undefined) return;
    studio.step(name, () => {
      const turns = [0, 1, 2].flatMap((axis) => [0, 1, 0, -1].map((side) => ({ axis, side })));
      [...turns, { axis: 0, side: 0 }].forEach(({ axis, side }, key) => {
        const degrees = [0, 0, 0] as [number, number, number];
        degrees[axis] = side * most;
        core.setTime(key * quarter);
        core.rotateJoint(joint, degrees);
        core.keyPose();
      });
      core.setTime(0);
    });
    studio.setPlaying(true);
  }

  private place(joint: number): THREE.Vector3 {
    return new THREE.Vector3().fromArray(this.studio.core.jointPositions(), 3 * joint);
  }

  /** Arms stretched away from the body, so far above the level. */
  private spread(arms: readonly Limb[], angle: number): void {
    const middle = arms.reduce((sum, { root }) => sum.add(this.place(root)), new THREE.Vector3());
    middle.divideScalar(arms.length);
    for (const { root, middle: elbow, tip } of arms) {
      const away = this.place(root).sub(middle).setY(0).normalize();
      const wanted = away.multiplyScalar(Math.cos(angle)).addScaledVector(up, Math.sin(angle));
      this.aim(root, elbow, wanted);
      this.aim(elbow, tip, wanted);
    }
  }

  /** Turns a joint the least so that the way to `end` points as wanted. */
  private aim(joint: number, end: number, wanted: THREE.Vector3): void {
    const { core, joints } = this.studio;
    const now = this.place(end).sub(this.place(joint)).normalize();
    const turn = new THREE.Quaternion().setFromUnitVectors(now, wanted);
    const rotation = (of: number): THREE.Quaternion => {
      const found = new THREE.Quaternion();
      if (of >= 0)
        new THREE.Matrix4()
          .fromArray(core.jointMatrices(), 16 * of)
          .decompose(new THREE.Vector3(), found, new THREE.Vector3());
      return found;
    };
    const parent = rotation(joints[joint]?.parent ?? -1);
    const { x, y, z, w } = parent.invert().multiply(turn).multiply(rotation(joint));
    core.setJointTransform(joint, { ...core.jointTransform(joint), rotation: [x, y, z, w] });
  }

  /** The hips come down by almost half a leg; feet stay where they are, and as they are turned. */
  private squat({ legs, hips }: Limbs): void {
    const { core, joints, poser } = this.studio;
    const first = legs[0];
    if (!first) return;
    const pinned = legs.map(({ tip }) => tip).filter((tip) => !poser.pins.has(tip));
    for (const tip of pinned) poser.togglePin(tip);
    const by = 0.45 * (this.place(first.root).y - this.place(first.tip).y);
    const parent = new THREE.Matrix4();
    const above = joints[hips]?.parent ?? -1;
    if (above >= 0) parent.fromArray(core.jointMatrices(), 16 * above);
    const to = this.place(hips).addScaledVector(up, -by).applyMatrix4(parent.invert());
    poser.place(hips, { ...core.jointTransform(hips), translation: [to.x, to.y, to.z] });
    for (const tip of pinned) poser.togglePin(tip);
  }
}

function needsArms({ arms }: Limbs): string {
  return arms.length === 2 ? '' : 'No pair of arms was found.';
}

function needsLegs({ legs, hips }: Limbs): string {
  return legs.length >= 2 && hips >= 0 ? '' : 'No legs with a knee were found.';
}
