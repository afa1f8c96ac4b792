import * as THREE from 'three';
import type { Core, JointInfo } from '../core/core';
import { dotsMaterial } from './dots';

/** Joints that are drawn otherwise than the rest. */
export interface Marks {
  readonly selected: number;
  readonly hovered: number;
  readonly partner: number; // of the selected one, where posing is mirrored
  readonly pinned: ReadonlySet<number>;
}

/** Bones as lines and joints as dots, over the skin. */
export class SkeletonView {
  readonly group = new THREE.Group();
  private readonly lines = new THREE.LineSegments(
    new THREE.BufferGeometry(),
    new THREE.LineBasicMaterial({ transparent: true, opacity: 0.5, depthTest: false, toneMapped: false }),
  );
  private readonly dots = new THREE.Points(new THREE.BufferGeometry(), dotsMaterial(9));
  private joints: readonly JointInfo[] = [];
  private shown: number[] = [];
  private bones: [number, number][] = [];

  constructor() {
    this.lines.renderOrder = 5;
    this.dots.renderOrder = 6;
    for (const object of [this.lines, this.dots]) object.frustumCulled = false;
    this.group.add(this.lines, this.dots);
  }

  load(joints: readonly JointInfo[]): void {
    this.joints = joints;
    this.shown = joints.flatMap((joint, index) => (joint.skinned ? [index] : []));
    this.bones = this.shown.flatMap((index): [number, number][] => {
      const parent = joints[index]?.parent ?? -1;
      return joints[parent]?.skinned ? [[parent, index]] : [];
    });
    const allot = (object: THREE.LineSegments | THREE.Points, count: number): void => {
      object.geometry.dispose();
      object.geometry = new THREE.BufferGeometry();
      object.geometry.setAttribute('position', new THREE.BufferAttribute(new Float32Array(3 * count), 3));
      object.geometry.setAttribute('color', new THREE.BufferAttribute(new Float32Array(3 * count), 3));
    };
    allot(this.lines, 2 * this.bones.length);
    allot(this.dots, this.shown.length);
  }

  update(core: Core): void {
    if (this.joints.length === 0) return;
    const positions = core.jointPositions();
    const copy = (object: THREE.LineSegments | THREE.Points, order: readonly number[]): void => {
      const attribute = object.geometry.getAttribute('position') as THREE.BufferAttribute;
      order.forEach((joint, i) => attribute.array.set(positions.subarray(3 * joint, 3 * joint + 3), 3 * i));
      attribute.needsUpdate = true;
    };
    copy(this.lines, this.bones.flat());
    copy(this.dots, this.shown);
  }

  paint(
    colors: { line: string; dot: string; selected: string; hovered: string; pinned: string },
    { selected, hovered, partner, pinned }: Marks,
  ): void {
    this.lines.material.color.set(colors.line);
    const attribute = this.dots.geometry.getAttribute('color') as THREE.BufferAttribute | undefined;
    if (!attribute) return;
    const color = new THREE.Color();
    this.shown.forEach((joint, i) => {
      const usual = pinned.has(joint) ? colors.pinned : colors.dot;
      const marked = joint === selected || joint === partner;
      color.set(marked ? colors.selected : joint === hovered ? colors.hovered : usual);
      attribute.setXYZ(i, color.r, color.g, color.b);
    });
    attribute.needsUpdate = true;
  }
}
