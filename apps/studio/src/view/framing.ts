import * as THREE from 'three';
import type { Studio } from '../app/studio';

/** What F looks at: all of the character, the selected joint, and again: that joint from close by. */
export class Framing {
  private last = { joint: -1, close: false };

  constructor(private readonly studio: Studio) {
    studio.on(['loaded'], () => (this.last = { joint: -1, close: false }));
  }

  frame(): void {
    const { selected, stage } = this.studio;
    const again = selected >= 0 && selected === this.last.joint;
    if (selected < 0 || (again && this.last.close)) {
      this.last = { joint: -1, close: false };
      stage.frameAll();
      return;
    }
    this.last = { joint: selected, close: again };
    const at = this.place(selected);
    const radius = this.reach(selected, at) * (again ? 0.45 : 0.9);
    stage.rig.frame(at, { up: radius, side: radius });
  }

  private place(joint: number): THREE.Vector3 {
    return new THREE.Vector3().fromArray(this.studio.core.jointPositions(), 3 * joint);
  }

  /** How far the flesh of a joint goes: to its parent and its children. */
  private reach(joint: number, at: THREE.Vector3): number {
    const { joints, stage } = this.studio;
    const near = joints.flatMap((info, index) =>
      info.parent === joint || joints[joint]?.parent === index ? [this.place(index).distanceTo(at)] : [],
    );
    return Math.max(...near, stage.size * 0.06);
  }
}
