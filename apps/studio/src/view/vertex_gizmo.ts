import * as THREE from 'three';
import { TransformControls } from 'three/addons/controls/TransformControls.js';
import type { Studio } from '../app/studio';
import type { Vec3 } from '../core/core';

export interface VertexDrag {
  begin(): void;
  by(move: Vec3): void; // since the beginning, in model space
  end(): void;
}

/** Arrows on the vertex in hand; what they move is a stand-in, the drag is told how far it went. */
export class VertexGizmo {
  private readonly controls: TransformControls;
  private readonly vertex = new THREE.Group();
  private readonly start = new THREE.Vector3();
  private attached = false;

  constructor(
    private readonly studio: Studio,
    private readonly drag: VertexDrag,
  ) {
    this.controls = new TransformControls(studio.stage.rig.camera);
    this.controls.setMode('translate');
    this.controls.size = 0.7;
    this.controls.setColors('#ff6b6b', '#7ddc8a', '#6ba8ff', '#ffd166');
    studio.stage.tools.add(this.vertex, this.controls.getHelper());
    this.controls.addEventListener('dragging-changed', (event) => this.dragging(event.value === true));
    this.controls.addEventListener('objectChange', () => this.send());
    this.controls.addEventListener('change', () => studio.redraw());
  }

  /** True while the pointer is on an arrow, or drags one. */
  get grabbed(): boolean {
    return this.attached && (this.controls.axis !== null || this.controls.dragging);
  }

  /** The pane that the pointer is over is the one that is heard. */
  listen(pane: HTMLElement): void {
    if (this.controls.domElement === pane || this.controls.dragging) return;
    if (this.controls.domElement) this.controls.disconnect();
    this.controls.connect(pane);
  }

  /** Null: no vertex is in hand. */
  show(place: ArrayLike<number> | null): void {
    const wanted = place !== null && !this.studio.playing;
    if (wanted !== this.attached) {
      this.attached = wanted;
      if (wanted) this.controls.attach(this.vertex);
      else this.controls.detach();
    }
    if (place && !this.controls.dragging) this.vertex.position.fromArray(Array.from(place));
  }

  private dragging(on: boolean): void {
    if (on) {
      this.start.copy(this.vertex.position);
      this.drag.begin();
    } else this.drag.end();
  }

  private send(): void {
    const { x, y, z } = this.vertex.position.clone().sub(this.start);
    this.drag.by([x, y, z]);
  }
}
