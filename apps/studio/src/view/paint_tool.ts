import * as THREE from 'three';
import type { Studio } from '../app/studio';
import type { Brush, BrushMode, Hit } from '../core/core';
import { follow } from '../ui/dom';
import type { Viewport } from './viewport';

/** The brush as the visitor set it; the radius is a share of the character's size. */
export interface BrushChoice {
  mode: BrushMode;
  value: number;
  strength: number;
  size: number;
  falloff: Brush['falloff'];
  mirror: Brush['mirror'];
}

/** A circle on the skin; a press paints until it is released, which is one step of undo. */
export class PaintTool {
  readonly choice: BrushChoice = {
    mode: 'add',
    value: 1,
    strength: 0.3,
    size: 0.06,
    falloff: 'smooth',
    mirror: 'none',
  };
  private readonly ring: THREE.LineLoop;

  constructor(
    private readonly studio: Studio,
    private readonly viewport: Viewport,
  ) {
    const points = Array.from({ length: 64 }, (_, i) => {
      const angle = (i / 64) * 2 * Math.PI;
      return new THREE.Vector3(Math.cos(angle), Math.sin(angle), 0);
    });
    const material = new THREE.LineBasicMaterial({
      color: '#ffffff',
      depthTest: false,
      toneMapped: false,
      transparent: true,
    });
    this.ring = new THREE.LineLoop(new THREE.BufferGeometry().setFromPoints(points), material);
    this.ring.visible = false;
    this.ring.renderOrder = 8;
    studio.stage.tools.add(this.ring);
    studio.on(['view'], () => {
      if (studio.tool !== 'paint') this.hover(null);
    });
  }

  get radius(): number {
    return this.choice.size * this.studio.stage.size;
  }

  hover(hit: Hit | null): void {
    this.ring.visible = hit !== null && this.studio.tool === 'paint';
    if (hit) {
      const normal = new THREE.Vector3(...hit.normal);
      this.ring.position.set(...hit.point);
      this.ring.scale.setScalar(this.radius);
      this.ring.quaternion.setFromUnitVectors(new THREE.Vector3(0, 0, 1), normal);
    }
    this.studio.redraw();
  }

  /** False: the press met no skin, and is somebody else's. */
  start(pane: HTMLElement, index: number, press: PointerEvent): boolean {
    const { core, selected } = this.studio;
    const first = this.hit(pane, index, press);
    if (!first) return false;
    this.studio.setPlaying(false);
    if (selected < 0) {
      this.studio.select(first.joint);
      return true;
    }
    this.studio.run(() => core.beginStroke(this.brush(press)));
    this.dab(index, first, press);
    follow(
      pane,
      press,
      (event) => {
        const hit = this.hit(pane, index, event);
        this.hover(hit);
        if (hit) this.dab(index, hit, event);
      },
      () => this.studio.run(() => core.endStroke()),
    );
    return true;
  }

  private hit(pane: HTMLElement, index: number, event: PointerEvent): Hit | null {
    const ray = this.viewport.ray(pane, event);
    return this.studio.core.pick(index, ray.origin, ray.direction);
  }

  private dab(pane: number, hit: Hit, event: PointerEvent): void {
    const pressure = event.pointerType === 'pen' ? event.pressure : 1;
    this.studio.run(() => this.studio.core.dab(pane, hit.point, pressure));
  }

  /** Shift smooths and Control takes away while held, whatever is chosen. */
  private brush(event: PointerEvent): Brush {
    const { mode, value, strength, falloff, mirror } = this.choice;
    const held: BrushMode = event.shiftKey ? 'smooth' : event.ctrlKey ? 'subtract' : mode;
    return {
      target: this.studio.painted,
      joint: this.studio.selected,
      mode: held,
      value,
      strength,
      radius: this.radius,
      falloff,
      mirror,
    };
  }
}
