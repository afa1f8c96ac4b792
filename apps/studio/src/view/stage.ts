import * as THREE from 'three';
import type { CameraMode } from '../app/preferences';
import type { Core, Findings } from '../core/core';
import type { PartKey } from '../core/parts';
import { Backdrop } from './backdrop';
import { CameraRig, type Extent } from './camera_rig';
import { ContactShadow } from './contact_shadow';
import { Creature, type PartMarks } from './creature';
import { Ground } from './ground';
import { Lights } from './lights';
import { Materials } from './materials';
import type { Quality } from './quality';
import { SkeletonView } from './skeleton_view';

const room = 1.25; // of half the height: the read-out lies over the upper part
const above = 0.08; // of the height: how far above the middle the camera looks

/** Where to look so that all of a box is seen from any side. */
function framed(box: THREE.Box3): { center: THREE.Vector3; extent: Extent } {
  const center = box.getCenter(new THREE.Vector3());
  const size = box.getSize(new THREE.Vector3());
  center.y += above * size.y;
  const side = Math.max(Math.hypot(size.x, size.z) / 2, 1e-3 * size.y, 1e-6);
  return { center, extent: { up: Math.max((room * size.y) / 2, side * 0.5), side } };
}

/** A pane's place on the canvas, in CSS pixels from its top left corner. */
export interface PaneRect {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** The part of it that is drawn, as x and width on the canvas; none: all of it. */
  readonly clip?: { readonly x: number; readonly width: number };
}

/** Everything that is drawn, and the card it is drawn with. One scene, up to four panes of it. */
export class Stage {
  readonly renderer: THREE.WebGLRenderer;
  readonly rig = new CameraRig();
  readonly materials: Materials;
  readonly skeleton = new SkeletonView();
  /** Gizmos and brush circles; drawn over everything. */
  readonly tools = new THREE.Group();
  private readonly scene = new THREE.Scene();
  private readonly backdrop = new Backdrop();
  private readonly contact = new ContactShadow();
  private readonly ground = new Ground(this.contact);
  private readonly lights = new Lights();
  private readonly creatures: Creature[] = [];
  private readonly gapColor = new THREE.Color();
  private bounds = new THREE.Box3();
  private marks: PartMarks = { hidden: [], marked: null };

  constructor(
    readonly canvas: HTMLCanvasElement,
    private readonly quality: Quality,
  ) {
    this.renderer = new THREE.WebGLRenderer({
      canvas,
      antialias: quality === 'high',
      preserveDrawingBuffer: true,
    });
    this.materials = new Materials(quality);
    this.renderer.toneMapping = THREE.ACESFilmicToneMapping;
    this.renderer.toneMappingExposure = 1.0;
    this.renderer.shadowMap.enabled = quality === 'high';
    this.renderer.shadowMap.type = THREE.PCFShadowMap;
    this.renderer.autoClear = false;
    this.makeEnvironment();
    this.scene.environmentIntensity = 0.4;
    this.scene.add(this.backdrop.mesh, this.ground.group, this.lights.group, this.skeleton.group, this.tools);
  }

  /**
   * The card may be taken away (asleep, its driver anew) and given back; the renderer then makes all it had anew but
   * for what was drawn into textures once.
   */
  onContext(change: (there: boolean) => void): void {
    this.canvas.addEventListener('webglcontextlost', () => change(false));
    this.canvas.addEventListener('webglcontextrestored', () => {
      this.makeEnvironment();
      change(true);
    });
  }

  private makeEnvironment(): void {
    if (this.quality === 'high') this.scene.environment = this.lights.environment(this.renderer);
  }

  /** Makes the scene fit the character that is open. */
  load(core: Core, findings: Findings, redraw: () => void): void {
    this.materials.load(core, redraw);
    this.setPanes(core, 0);
    this.skeleton.load(core.joints());
    this.bounds = new THREE.Box3(
      new THREE.Vector3(...findings.bounds.min),
      new THREE.Vector3(...findings.bounds.max),
    );
    const center = this.bounds.getCenter(new THREE.Vector3());
    const size = this.size;
    const extent = size * 0.75;
    this.lights.fit(center, size);
    this.contact.fit(center, this.bounds.min.y, extent, size * 0.22);
    this.ground.fit(center, this.bounds.min.y, size, extent);
    const { center: middle, extent: around } = framed(this.bounds);
    this.rig.settle(middle, around);
  }

  get size(): number {
    return Math.max(this.bounds.getSize(new THREE.Vector3()).length(), 1e-6);
  }

  /** As many creatures as the core deforms. */
  setPanes(core: Core, count: number): void {
    for (const creature of this.creatures.splice(0)) {
      this.scene.remove(creature.group);
      creature.dispose();
    }
    const drawn = core.meshes();
    for (let pane = 0; pane < count; ++pane) {
      const creature = new Creature(drawn, this.materials, this.marks, (mesh) =>
        core.parts.ofTriangles(mesh),
      );
      this.creatures.push(creature);
      this.scene.add(creature.group);
    }
  }

  /** Which parts are left out and which one is marked, from the next time creatures are made. */
  markParts(hidden: readonly PartKey[], marked: PartKey | null): void {
    this.marks = { hidden, marked };
  }

  /** Triangles of each pane and mesh that are drawn in red over the rest, until creatures are made anew. */
  markCrossings(panes: readonly (readonly (readonly number[])[])[]): void {
    this.creatures.forEach((creature, pane) => creature.crossings.show(panes[pane] ?? []));
  }

  /** Makes the creatures anew, in the pose they are in. */
  redrawParts(core: Core): void {
    this.setPanes(core, this.creatures.length);
    this.update(core);
  }

  update(core: Core): void {
    this.creatures.forEach((creature, pane) => creature.update(core, pane));
    this.skeleton.update(core);
  }

  /** Everything that can be seen, as it is posed now. */
  frameAll(): void {
    const { center, extent } = framed(this.creatures[0]?.bounds() ?? this.bounds);
    this.rig.frame(center, extent);
  }

  /** The character has gone so far; light, ground and the camera go along as `mode` says. True: draw. */
  travel(by: THREE.Vector3, mode: CameraMode): boolean {
    const flat = new THREE.Vector3(by.x, 0, by.z);
    this.lights.group.position.copy(flat);
    this.contact.travel(flat);
    this.ground.travel(flat, mode === 'in-place' ? 'go along' : 'stay');
    return this.rig.travel(mode === 'stay' ? new THREE.Vector3() : flat);
  }

  setTheme(theme: { dark: boolean; center: string; edge: string; line: string }): void {
    this.gapColor.set(theme.edge);
    this.backdrop.setColors(theme.center, theme.edge);
    this.ground.setTheme(
      theme.line,
      theme.dark ? 0.1 : 0.1,
      theme.dark ? 0.85 : 0.5,
      theme.dark ? 0.34 : 0.2,
    );
    this.lights.setTheme(theme.dark, this.quality);
  }

  showGrid(shown: boolean): void {
    this.ground.showGrid(shown);
  }

  resize(width: number, height: number, ratio: number): void {
    this.renderer.setPixelRatio(ratio);
    this.renderer.setSize(width, height, false);
  }

  render(panes: readonly PaneRect[], height: number): void {
    const overlay = [this.skeleton.group, this.tools, this.backdrop.mesh, this.ground.group];
    const visible = overlay.map((object) => object.visible);
    for (const object of overlay) object.visible = false;
    this.showOnly(0);
    this.contact.update(this.renderer, this.scene);
    overlay.forEach((object, i) => (object.visible = visible[i] ?? true));

    this.renderer.setViewport(0, 0, this.canvas.clientWidth, this.canvas.clientHeight);
    this.renderer.setClearColor(this.gapColor, 1);
    this.renderer.clear();
    this.renderer.setScissorTest(true);
    panes.forEach((rect, pane) => {
      const bottom = height - rect.y - rect.height;
      this.renderer.setViewport(rect.x, bottom, rect.width, rect.height);
      const { x, width } = rect.clip ?? rect;
      this.renderer.setScissor(x, bottom, width, rect.height);
      this.renderer.clearDepth();
      this.showOnly(pane);
      this.renderer.render(this.scene, this.rig.camera);
    });
    this.renderer.setScissorTest(false);
  }

  private showOnly(shown: number): void {
    this.creatures.forEach((creature, pane) => (creature.group.visible = pane === shown));
  }
}
