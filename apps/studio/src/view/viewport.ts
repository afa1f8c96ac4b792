import * as THREE from 'three';
import type { Studio } from '../app/studio';
import type { Method, Vec3 } from '../core/core';
import { h } from '../ui/dom';
import { PaneLabel } from '../ui/pane_label';
import { WipeHandle } from '../ui/wipe_handle';
import { Resolution, type Quality } from './quality';
import type { PaneRect } from './stage';

const restTime = 250; // milliseconds without movement

export interface Ray {
  readonly origin: Vec3;
  readonly direction: Vec3;
}

/** The canvas and the panes over it; each pane hears the pointer and wears a label. */
export class Viewport {
  readonly element = h('main', { class: 'viewport', 'aria-label': 'Character' });
  readonly panes: HTMLElement[] = [];
  private labels: PaneLabel[] = [];
  private methods: readonly Method[] = [];
  private readonly resolution: Resolution;
  private ratio = 0;
  private movedAt = 0;
  private width = 1;
  private height = 1;
  private readonly paneList = h('div', { class: 'panes' });
  private readonly wipe: WipeHandle;

  constructor(
    private readonly studio: Studio,
    quality: Quality,
    private readonly onPane: (pane: HTMLElement, index: number) => void,
  ) {
    this.resolution = new Resolution(quality);
    this.wipe = new WipeHandle(studio, this.paneList);
    this.element.append(studio.stage.canvas, this.paneList);
    new ResizeObserver(() => this.resize()).observe(this.element);
    studio.on(['view', 'loaded'], () => this.rebuild());
    studio.on(['frame', 'crossings'], () => this.label());
  }

  /** The pane's place on the canvas. */
  rects(): PaneRect[] {
    const origin = this.element.getBoundingClientRect();
    return this.panes.map((pane, index) => {
      const { left, top, width, height } = pane.getBoundingClientRect();
      const place = { x: left - origin.left, y: top - origin.top, width, height };
      if (!this.studio.wipes) return place;
      const line = this.wipe.part * width;
      const clip = index === 0 ? { x: 0, width: line } : { x: line, width: width - line };
      return { ...place, clip };
    });
  }

  /** A frame of a moving picture: with as many pixels as the machine keeps up with. */
  drawMoving(now: number): void {
    this.movedAt = now;
    if (this.resolution.drawn(now) || this.ratio !== this.resolution.moving)
      this.setRatio(this.resolution.moving);
    this.draw();
  }

  /** Once a frame: a picture that came to rest gets all its pixels. */
  rest(now: number): void {
    if (this.ratio === this.resolution.full || now - this.movedAt < restTime) return;
    this.setRatio(this.resolution.full);
    this.draw();
  }

  /** The canvas was drawn at another size. */
  takeBack(): void {
    this.resize();
  }

  draw(): void {
    const rects = this.rects();
    const first = rects[0];
    if (!first || first.width < 1 || first.height < 1) return;
    this.studio.stage.rig.setAspect(first.width / first.height);
    this.studio.stage.render(rects, this.height);
  }

  ray(pane: HTMLElement, event: { clientX: number; clientY: number }): Ray {
    const { origin, direction } = this.caster(pane, event).ray;
    return { origin: [origin.x, origin.y, origin.z], direction: [direction.x, direction.y, direction.z] };
  }

  /** Where the pointer is on the plane through `through` that faces the camera. */
  onPlane(
    pane: HTMLElement,
    event: { clientX: number; clientY: number },
    through: THREE.Vector3,
  ): THREE.Vector3 | null {
    const { camera } = this.studio.stage.rig;
    const normal = camera.getWorldDirection(new THREE.Vector3());
    const plane = new THREE.Plane().setFromNormalAndCoplanarPoint(normal, through);
    return this.caster(pane, event).ray.intersectPlane(plane, new THREE.Vector3());
  }

  /** Where a point of the model is on a pane, in CSS pixels of the page. */
  project(pane: HTMLElement, point: THREE.Vector3): { x: number; y: number } {
    const rect = pane.getBoundingClientRect();
    const at = point.clone().project(this.studio.stage.rig.camera);
    return { x: rect.left + (at.x * 0.5 + 0.5) * rect.width, y: rect.top + (0.5 - at.y * 0.5) * rect.height };
  }

  private caster(pane: HTMLElement, event: { clientX: number; clientY: number }): THREE.Raycaster {
    const rect = pane.getBoundingClientRect();
    const at = new THREE.Vector2(
      ((event.clientX - rect.left) / rect.width) * 2 - 1,
      1 - ((event.clientY - rect.top) / rect.height) * 2,
    );
    const caster = new THREE.Raycaster();
    caster.setFromCamera(at, this.studio.stage.rig.camera);
    return caster;
  }

  private rebuild(): void {
    const methods = this.studio.shownMethods;
    if (methods.length !== this.panes.length) {
      this.panes.splice(0);
      this.labels = methods.map((_, index) => new PaneLabel(this.studio, index));
      this.labels.forEach((label, index) => {
        const pane = h('section', { class: 'pane', tabindex: 0, 'data-pane': index }, label.element);
        this.onPane(pane, index);
        this.panes.push(pane);
      });
      this.paneList.dataset.count = String(methods.length);
      this.paneList.replaceChildren(...this.panes, this.wipe.element);
    }
    this.paneList.classList.toggle('wiped', this.studio.wipes);
    this.methods = methods;
    this.label();
  }

  private label(): void {
    this.labels.forEach((label, index) => {
      const method = this.methods[index];
      if (!method) return;
      label.update(method, this.studio.report);
      label.showCrossings(this.studio.crossings.of(index));
    });
  }

  private setRatio(ratio: number): void {
    this.ratio = ratio;
    this.studio.stage.resize(this.width, this.height, ratio);
  }

  private resize(): void {
    const rect = this.element.getBoundingClientRect();
    this.width = Math.max(rect.width, 1);
    this.height = Math.max(rect.height, 1);
    this.setRatio(this.resolution.full);
    this.draw(); // a canvas that was resized is empty until it is drawn
  }
}
