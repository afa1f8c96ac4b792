import * as THREE from 'three';
import type { Studio } from './studio';

/** A limb of two bones, found by its place in the body, whatever its joints are called. */
export interface Limb {
  readonly root: number;
  readonly middle: number;
  readonly tip: number;
}

export interface Limbs {
  readonly arms: readonly Limb[];
  readonly legs: readonly Limb[];
  readonly hips: number; // the joint that carries the legs; -1: none
}

const ground = 0.2; // of the height: feet are below it
const shoulders = 0.55; // of the height: arms begin above it

/** Legs are pairs that reach the ground, arms the longest pair of those that begin in the upper half of the body. */
export function findLimbs({ core, joints, poser }: Studio): Limbs {
  const positions = poser.storedPositions;
  const place = (joint: number): THREE.Vector3 => new THREE.Vector3().fromArray(positions, 3 * joint);
  const body = joints.flatMap(({ vertices }, joint) => (vertices > 0 ? [joint] : []));
  const heights = body.map((joint) => place(joint).y);
  const [low, high] = [Math.min(...heights), Math.max(...heights)];
  const height = (joint: number): number => (place(joint).y - low) / Math.max(high - low, 1e-9);
  const found = body.flatMap((joint): Limb[] => {
    const [root, middle, tip, more] = poser.partner(joint) >= 0 ? core.limb(joint) : [];
    if (root === undefined || middle === undefined || tip === undefined || more !== undefined) return [];
    return [{ root, middle, tip }];
  });
  const length = ({ root, middle, tip }: Limb): number =>
    place(root).distanceTo(place(middle)) + place(middle).distanceTo(place(tip));
  const longest = (limbs: Limb[]): Limb[] => limbs.sort((a, b) => length(b) - length(a));
  const legs = longest(
    found.filter(({ root, tip }) => height(tip) < ground && height(root) > height(tip) + ground),
  );
  const arms = longest(
    found.filter(({ root, tip }) => height(root) > shoulders && height(tip) >= ground),
  ).slice(0, 2);
  return { arms, legs, hips: legs[0] ? (joints[legs[0].root]?.parent ?? -1) : -1 };
}
