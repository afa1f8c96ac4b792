import * as THREE from 'three';
import type { Rigging } from '../app/rigging';
import type { Studio } from '../app/studio';
import { follow, h } from '../ui/dom';
import { readable } from '../ui/words';
import { dotsMaterial } from './dots';
import type { Viewport } from './viewport';

const slack = { mouse: 16, finger: 30 }; // pixels beside a joint that still take it
const colors = {
  dark: { line: '#ffffff', sure: '#8fd6a4', doubtful: '#ffb457', marked: '#7cc4ff' },
  light: { line: '#1d2430', sure: '#2f9e57', doubtful: '#e07b00', marked: '#1f7fd0' },
};

/** Joints that are being laid into a body, seen through it, and dragged. */
export class SketchView {
  private readonly group = new THREE.Group();
  private readonly lines = new THREE.LineSegments(
    new THREE.BufferGeometry(),
    new THREE.LineBasicMaterial({ transparent: true, opacity: 0.8, depthTest: false, toneMapped: false }),
  );
  private readonly dots = new THREE.Points(new THREE.BufferGeometry(), dotsMaterial(13));
  private readonly label = h('div', { class: 'joint-label', hidden: true, 'data-testid': 'joint-label' });

  constructor(
    private readonly studio: Studio,
    private readonly viewport: Viewport,
    private readonly rigging: Rigging,
  ) {
    this.lines.renderOrder = 5;
    this.dots.renderOrder = 6;
    for (const object of [this.lines, this.dots]) object.frustumCulled = false;
    this.group.add(this.lines, this.dots);
    studio.stage.tools.add(this.group);
    viewport.element.append(this.label);
    studio.on(['sketch', 'loaded', 'view'], () => this.update());
    this.update();
  }

  hover(pane: HTMLElement, event: PointerEvent): boolean {
    if (!this.rigging.rig) return false;
    this.rigging.hover(this.under(pane, event));
    pane.classList.toggle('over-body', this.rigging.hovered >= 0);
    this.showLabel(pane);
    return true;
  }

  /** The joint under the pointer follows it in the plane that faces the camera; false: there is none. */
  start(pane: HTMLElement, press: PointerEvent): boolean {
    const { rigging } = this;
    const joint = rigging.rig ? this.under(pane, press) : -1;
    if (joint < 0) return false;
    const from = rigging.placeOf(joint);
    const grip = this.viewport.onPlane(pane, press, from) ?? from.clone();
    rigging.begin(joint);
    follow(
      pane,
      press,
      (event) => {
        const at = this.viewport.onPlane(pane, event, from);
        if (at) rigging.move(joint, at.sub(grip).add(from));
        this.showLabel(pane);
      },
      () => rigging.end(),
    );
    return true;
  }

  /** The nearest joint that the pointer is on; -1: none. */
  private under(pane: HTMLElement, event: PointerEvent): number {
    let best = -1;
    let least = event.pointerType === 'touch' ? slack.finger : slack.mouse;
    this.rigging.rig?.joints.forEach((_, joint) => {
      const at = this.viewport.project(pane, this.rigging.placeOf(joint));
      const off = Math.hypot(at.x - event.clientX, at.y - event.clientY);
      if (off >= least) return;
      least = off;
      best = joint;
    });
    return best;
  }

  private showLabel(pane: HTMLElement): void {
    const joint = this.rigging.rig?.joints[this.rigging.hovered];
    this.label.hidden = !joint;
    if (!joint) return;
    const doubt = joint.moved ? [] : joint.reasons;
    this.label.replaceChildren(
      h('b', {}, readable(joint.name)),
      ...doubt.map((reason) => h('span', {}, reason)),
    );
    const at = this.viewport.project(pane, this.rigging.placeOf(this.rigging.hovered));
    const origin = this.viewport.element.getBoundingClientRect();
    this.label.style.left = `${at.x - origin.left + 14}px`;
    this.label.style.top = `${at.y - origin.top - 12}px`;
  }

  private update(): void {
    const { rigging, studio } = this;
    const { rig } = rigging;
    this.group.visible = rig !== null;
    studio.stage.materials.setTranslucent(rig !== null);
    if (!rig) this.label.hidden = true;
    else this.draw(rig.joints.map((_, joint) => rigging.placeOf(joint)));
    studio.redraw();
  }

  private draw(places: readonly THREE.Vector3[]): void {
    const { rig, selected, hovered } = this.rigging;
    const { line, sure, doubtful, marked } = colors[this.studio.preferences.theme];
    const ends = (rig?.joints ?? []).flatMap(({ parent }, joint) => {
      const [from, to] = [places[parent], places[joint]];
      return from && to ? [from, to] : [];
    });
    const partner = this.rigging.mirrored ? this.rigging.partner(selected) : -1;
    const tints = (rig?.joints ?? []).flatMap(({ reasons, moved }, joint) => {
      const usual = reasons.length > 0 && !moved ? doubtful : sure;
      const chosen = joint === selected || joint === hovered || joint === partner;
      return new THREE.Color(chosen ? marked : usual).toArray();
    });
    this.lines.material.color.set(line);
    fill(
      this.lines.geometry,
      'position',
      ends.flatMap((place) => place.toArray()),
    );
    fill(
      this.dots.geometry,
      'position',
      places.flatMap((place) => place.toArray()),
    );
    fill(this.dots.geometry, 'color', tints);
  }
}

function fill(geometry: THREE.BufferGeometry, name: string, numbers: readonly number[]): void {
  const there = geometry.getAttribute(name) as THREE.BufferAttribute | undefined;
  if (there?.array.length !== numbers.length) {
    geometry.dispose();
    geometry.setAttribute(name, new THREE.BufferAttribute(Float32Array.from(numbers), 3));
    return;
  }
  there.array.set(numbers);
  there.needsUpdate = true;
}
