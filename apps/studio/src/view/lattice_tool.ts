import * as THREE from 'three';
import type { Studio } from '../app/studio';
import type { Vec3 } from '../core/core';
import type {
  GridPlace,
  LatticeHandle,
  LatticeInfo,
  LatticeSource,
  LatticeVolume,
  Swing,
} from '../core/lattice';
import { follow } from '../ui/dom';
import { LatticeView } from './lattice_view';
import { VertexGizmo } from './vertex_gizmo';
import type { Viewport } from './viewport';

const reach = { mouse: 11, touch: 24 }; // pixels round a handle
const clickSlack = 4; // pixels a click may slip
const firstLevel = 2;

/** The visitor's hands on the lattice: which level and vertex are worked on, and what is done to them. */
export class LatticeTool {
  info: LatticeInfo | null = null;
  level = firstLevel;
  /** How a new lattice is made. */
  readonly recipe: { source: LatticeSource; depth: number; points: number } = {
    source: 'surface',
    depth: 3,
    points: 64,
  };
  private vertex: GridPlace | null = null;
  private handles: readonly LatticeHandle[] = [];
  private hovered = -1;
  private revision = -1;
  private readonly view = new LatticeView();
  private readonly gizmo: VertexGizmo;

  constructor(
    private readonly studio: Studio,
    private readonly viewport: Viewport,
  ) {
    studio.stage.tools.add(this.view.group);
    this.gizmo = new VertexGizmo(studio, {
      begin: () => this.takeHold(),
      by: (move) => this.run(() => studio.core.lattice.drag(move)),
      end: () => studio.end(),
    });
    studio.on(['loaded'], () => this.forget());
    studio.on(['frame', 'view'], () => this.draw());
  }

  get selected(): GridPlace | null {
    return this.vertex;
  }

  /** True while the pointer is on an arrow of the vertex in hand. */
  get grabbed(): boolean {
    return this.gizmo.grabbed;
  }

  listen(pane: HTMLElement): void {
    this.gizmo.listen(pane);
  }

  get depth(): number {
    return (this.info?.levels.length ?? 1) - 1;
  }

  // ------------------------------------------------------------ commands

  make(): void {
    const { source, depth, points } = this.recipe;
    this.studio.setTool('lattice');
    this.studio.step('make a lattice', () => this.studio.core.lattice.make(source, depth, points));
    this.refresh();
    this.setLevel(Math.min(firstLevel, this.depth));
  }

  remove(): void {
    if (!this.there()) return;
    this.studio.step('remove the lattice', () => this.studio.core.lattice.remove());
    this.select(null);
  }

  setLevel(level: number): void {
    const wanted = Math.min(Math.max(level, 0), this.depth);
    if (wanted !== this.level) this.vertex = null;
    this.level = wanted;
    this.studio.touch();
    this.studio.emit('view');
  }

  select(vertex: GridPlace | null): void {
    this.vertex = vertex;
    this.studio.redraw();
    this.studio.emit('view');
  }

  /** Goes to the finer level, where the same place is a vertex again. */
  subdivide(): void {
    if (!this.there()) return;
    const { level, vertex } = this;
    const done = this.try('subdivide', () => this.studio.core.lattice.subdivide(level, vertex));
    if (!done) return;
    this.setLevel(level + 1);
    if (vertex) this.select([2 * vertex[0], 2 * vertex[1], 2 * vertex[2]]);
  }

  simplify(): void {
    if (!this.there()) return;
    const { level, vertex } = this;
    const done = this.try('simplify', () => this.studio.core.lattice.simplify(level, vertex));
    if (!done) return;
    this.setLevel(level - 1);
    if (vertex?.every((at) => at % 2 === 0)) this.select([vertex[0] / 2, vertex[1] / 2, vertex[2] / 2]);
  }

  resetVertex(): void {
    const { level, vertex } = this;
    if (vertex) this.try('reset the vertex', () => this.studio.core.lattice.resetVertex(level, vertex));
  }

  reset(): void {
    if (this.there()) this.try('reset the lattice', () => this.studio.core.lattice.reset());
  }

  offset(): Vec3 {
    return this.vertex ? this.studio.core.lattice.offset(this.level, this.vertex) : [0, 0, 0];
  }

  setOffset(axis: number, value: number): void {
    if (!this.vertex) return;
    const offset: [number, number, number] = [...this.offset()];
    offset[axis] = value;
    this.studio.core.lattice.setOffset(this.level, this.vertex, offset);
  }

  setSwing(change: Partial<Swing>): void {
    if (this.info) this.studio.core.lattice.setSwing({ ...this.info.swing, ...change });
  }

  setVolume(volume: LatticeVolume): void {
    const name = volume === 'free' ? 'let the edit define the volume' : 'keep the volume';
    if (this.there()) this.try(name, () => this.studio.core.lattice.setVolume(volume));
  }

  toggleSwing(): void {
    if (!this.there() || !this.info) return;
    const on = !this.info.swing.on;
    this.try(on ? 'let it swing' : 'stop swinging', () => this.setSwing({ on }));
  }

  // ------------------------------------------------------------ the pointer

  /** False: the press met neither a handle nor the body, and is somebody else's. */
  start(pane: HTMLElement, index: number, press: PointerEvent): boolean {
    if (!this.info) return false;
    const handle = this.handleAt(pane, press);
    if (handle >= 0) {
      this.dragHandle(pane, handle, press);
      return true;
    }
    const { origin, direction } = this.viewport.ray(pane, press);
    const place = this.studio.run(() =>
      this.studio.core.lattice.gripSurface(index, origin, direction, this.level),
    );
    if (!place) return false;
    this.studio.setPlaying(false);
    this.pull(pane, press, new THREE.Vector3(...place), 'drag the surface', () => this.select(null));
    return true;
  }

  hover(pane: HTMLElement, event: PointerEvent): void {
    const hovered = this.info && !this.grabbed ? this.handleAt(pane, event) : -1;
    pane.classList.toggle('on-handle', hovered >= 0 || this.grabbed);
    if (hovered === this.hovered) return;
    this.hovered = hovered;
    this.paint();
    this.studio.redraw();
  }

  private takeHold(): void {
    const { level, vertex } = this;
    this.studio.setPlaying(false);
    this.studio.begin('move a vertex');
    if (vertex) this.run(() => this.studio.core.lattice.gripVertex(level, vertex));
  }

  private dragHandle(pane: HTMLElement, index: number, press: PointerEvent): void {
    const handle = this.handles[index];
    if (!handle) return;
    this.studio.setPlaying(false);
    this.select(handle.place);
    this.studio.run(() => this.studio.core.lattice.gripVertex(this.level, handle.place));
    const place = new THREE.Vector3().fromArray(this.view.places, 3 * index);
    this.pull(pane, press, place, 'move a vertex', () => undefined);
  }

  /** What was gripped follows the pointer in the plane through `place` that faces the camera. */
  private pull(
    pane: HTMLElement,
    press: PointerEvent,
    place: THREE.Vector3,
    name: string,
    clicked: () => void,
  ): void {
    const grip = this.viewport.onPlane(pane, press, place) ?? place.clone();
    let slipped = false;
    let refused = false;
    this.studio.begin(name);
    follow(
      pane,
      press,
      (event) => {
        slipped ||= Math.hypot(event.clientX - press.clientX, event.clientY - press.clientY) > clickSlack;
        const at = slipped && !refused ? this.viewport.onPlane(pane, event, place) : null;
        if (!at) return;
        const { x, y, z } = at.sub(grip);
        refused = !this.run(() => this.studio.core.lattice.drag([x, y, z]));
      },
      () => {
        this.studio.end();
        if (!slipped) clicked();
      },
    );
  }

  /** The handle under the pointer, the nearest to the eye of those within reach; -1: none. */
  private handleAt(pane: HTMLElement, event: PointerEvent): number {
    const most = event.pointerType === 'touch' ? reach.touch : reach.mouse;
    const { camera } = this.studio.stage.rig;
    const { places } = this.view;
    const point = new THREE.Vector3();
    let best = -1;
    let least = Infinity;
    for (let i = 0; 3 * i < places.length; ++i) {
      point.fromArray(places, 3 * i);
      const { x, y } = this.viewport.project(pane, point);
      const off = Math.hypot(x - event.clientX, y - event.clientY);
      if (off > most) continue;
      const cost = camera.position.distanceTo(point) * (1 + off / most);
      if (cost >= least) continue;
      least = cost;
      best = i;
    }
    return best;
  }

  // ------------------------------------------------------------ the picture

  private draw(): void {
    this.refresh();
    const shown = this.studio.tool === 'lattice' && this.info !== null;
    this.view.group.visible = shown;
    if (!shown) {
      this.gizmo.show(null);
      return;
    }
    const drawing = this.studio.core.lattice.draw(this.level);
    this.view.update(drawing);
    this.view.paintLines(this.studio.preferences.theme, this.level, drawing.levels);
    this.handles = this.studio.core.lattice.handles();
    if (this.vertex && this.selectedHandle() < 0) this.vertex = null;
    this.paint();
    const held = this.selectedHandle();
    this.gizmo.show(held < 0 ? null : this.view.places.subarray(3 * held, 3 * held + 3));
  }

  private paint(): void {
    this.view.paintHandles(this.studio.preferences.theme, this.handles, this.selectedHandle(), this.hovered);
  }

  private selectedHandle(): number {
    const wanted = this.vertex;
    if (!wanted) return -1;
    return this.handles.findIndex(({ place }) => place.every((at, axis) => at === wanted[axis]));
  }

  /** What the core says of the lattice, asked again only after it has changed. */
  private refresh(): void {
    const revision = this.studio.core.lattice.revision();
    if (revision === this.revision) return;
    this.revision = revision;
    this.info = this.studio.core.lattice.info();
    this.level = Math.min(this.level, this.depth);
  }

  /** Another document counts its changes anew. */
  private forget(): void {
    this.revision = -1;
    this.vertex = null;
    this.draw();
  }

  private there(): boolean {
    this.refresh();
    if (this.info) return true;
    this.studio.messages.say('There is no lattice yet: make one first');
    return false;
  }

  private run(command: () => void): boolean {
    return this.studio.run(() => (command(), true)) === true;
  }

  private try(name: string, command: () => void): boolean {
    this.studio.begin(name);
    const done = this.run(command);
    this.studio.end();
    this.refresh();
    return done;
  }
}
