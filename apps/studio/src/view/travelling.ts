import * as THREE from 'three';
import type { Studio } from '../app/studio';

const leash = 0.05; // of the character's size: how far it sways before the camera follows

/** Where a character is that walks away: the joints that carry all others, against the stored pose. */
export class Travelling {
  private readonly start = new THREE.Vector3();
  private readonly now = new THREE.Vector3();
  private readonly followed = new THREE.Vector3();
  private roots: number[] = [];

  constructor(private readonly studio: Studio) {
    studio.on(['loaded'], () => this.begin());
  }

  /** Before a frame is drawn; true: the camera has moved. */
  update(): boolean {
    if (this.roots.length === 0) return false;
    const { stage, preferences, core } = this.studio;
    this.middle(core.jointPositions(), this.now).sub(this.start).setY(0);
    const slack = preferences.camera === 'in-place' ? 0 : leash * stage.size;
    const way = this.now.sub(this.followed);
    const length = way.length();
    if (length > slack) this.followed.addScaledVector(way, 1 - slack / length);
    return stage.travel(this.followed, preferences.camera);
  }

  private begin(): void {
    const { joints, poser } = this.studio;
    const hasFlesh = (joint: number): boolean => (joints[joint]?.vertices ?? 0) > 0;
    const isCarried = (joint: number): boolean => {
      for (let up = joints[joint]?.parent ?? -1; up >= 0; up = joints[up]?.parent ?? -1)
        if (hasFlesh(up)) return true;
      return false;
    };
    this.roots = joints.flatMap((_, joint) => (hasFlesh(joint) && !isCarried(joint) ? [joint] : []));
    this.middle(poser.storedPositions, this.start);
    this.followed.set(0, 0, 0);
    this.update();
  }

  private middle(positions: Float32Array, into: THREE.Vector3): THREE.Vector3 {
    into.set(0, 0, 0);
    const one = new THREE.Vector3();
    for (const joint of this.roots) into.add(one.fromArray(positions, 3 * joint));
    return into.divideScalar(Math.max(this.roots.length, 1));
  }
}
