import * as THREE from 'three';
import { TransformControls } from 'three/addons/controls/TransformControls.js';
import type { Studio } from '../app/studio';

type Mode = 'rotate' | 'translate' | 'scale';

const modes: Partial<Record<string, Mode>> = { rotate: 'rotate', move: 'translate', scale: 'scale' };

/** Handles on the selected joint. What they turn is a stand-in; the core is told its local transform. */
export class Gizmo {
  private readonly parent = new THREE.Group();
  private readonly joint = new THREE.Group();
  private readonly controls: TransformControls;
  private readonly helper: THREE.Object3D;
  private attached = false;

  constructor(private readonly studio: Studio) {
    this.controls = new TransformControls(studio.stage.rig.camera);
    this.controls.setSpace('local');
    this.controls.size = 0.8;
    this.controls.setColors('#ff6b6b', '#7ddc8a', '#6ba8ff', '#ffd166');
    this.helper = this.controls.getHelper();
    this.parent.matrixAutoUpdate = false;
    this.parent.add(this.joint);
    studio.stage.tools.add(this.parent, this.helper);
    this.controls.addEventListener('dragging-changed', (event) => this.dragging(event.value === true));
    this.controls.addEventListener('objectChange', () => this.send());
    this.controls.addEventListener('change', () => studio.redraw());
    studio.on(['view', 'loaded'], () => this.follow());
    studio.on(['frame'], () => this.follow());
  }

  /** True while the pointer is on a handle, or drags one. */
  get grabbed(): boolean {
    return this.attached && (this.controls.axis !== null || this.controls.dragging);
  }

  get dragged(): boolean {
    return this.controls.dragging;
  }

  /** The pane that the pointer is over is the one that is heard. */
  listen(pane: HTMLElement): void {
    if (this.controls.domElement === pane || this.controls.dragging) return;
    if (this.controls.domElement) this.controls.disconnect();
    this.controls.connect(pane);
  }

  private dragging(on: boolean): void {
    if (on) {
      this.studio.setPlaying(false);
      this.studio.begin(`${this.studio.tool} ${this.studio.jointName(this.studio.selected)}`);
    } else {
      this.studio.end();
      if (this.studio.preferences.autoKey) this.studio.step('key pose', () => this.studio.core.keyPose());
    }
  }

  private send(): void {
    const { position, quaternion, scale } = this.joint;
    this.studio.run(() =>
      this.studio.poser.place(this.studio.selected, {
        translation: [position.x, position.y, position.z],
        rotation: [quaternion.x, quaternion.y, quaternion.z, quaternion.w],
        scale: [scale.x, scale.y, scale.z],
      }),
    );
  }

  private follow(): void {
    const { selected, tool, core } = this.studio;
    const mode = modes[tool];
    const wanted = selected >= 0 && mode !== undefined && !this.studio.playing;
    if (wanted !== this.attached) {
      this.attached = wanted;
      if (wanted) this.controls.attach(this.joint);
      else this.controls.detach();
    }
    if (!wanted || this.controls.dragging) return;
    this.controls.setMode(mode);
    const parent = this.studio.joints[selected]?.parent ?? -1;
    const matrices = core.jointMatrices();
    if (parent >= 0) this.parent.matrix.fromArray(matrices, 16 * parent);
    else this.parent.matrix.identity();
    this.parent.matrixWorldNeedsUpdate = true;
    const { translation, rotation, scale } = core.jointTransform(selected);
    this.joint.position.set(...translation);
    this.joint.quaternion.set(...rotation);
    this.joint.scale.set(...scale);
  }
}
