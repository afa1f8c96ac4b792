import * as THREE from 'three';
import type { Studio } from '../app/studio';
import { follow } from '../ui/dom';
import type { Gizmo } from './gizmo';
import { moveCamera, moveOf, TwoFingers, type CameraMove } from './navigation';
import type { LatticeTool } from './lattice_tool';
import type { PaintTool } from './paint_tool';
import type { PoleHandle } from './pole_handle';
import type { SketchView } from './sketch_view';
import type { Viewport } from './viewport';

const clickSlack = 4; // pixels a click may slip
const handleSlack = 14; // pixels beside a handle that still take it

/** What the pointer does on a pane: turn the camera, pick a joint, pull it, paint, shape the lattice. */
export class PanePointer {
  hovered = -1;
  private readonly fingers = new TwoFingers();

  constructor(
    private readonly studio: Studio,
    private readonly viewport: Viewport,
    private readonly gizmo: Gizmo,
    private readonly paint: PaintTool,
    private readonly lattice: LatticeTool,
    private readonly pole: PoleHandle,
    private readonly sketch: SketchView,
  ) {}

  attach(pane: HTMLElement, index: number): void {
    pane.addEventListener('pointerdown', (event) => this.down(pane, index, event));
    pane.addEventListener('pointermove', (event) => this.over(pane, index, event));
    pane.addEventListener('pointerenter', () => this.listen(pane));
    pane.addEventListener('pointerleave', () => this.leave());
    pane.addEventListener('pointerup', (event) => this.fingers.up(event));
    pane.addEventListener('pointercancel', (event) => this.fingers.up(event));
    pane.addEventListener('contextmenu', (event) => event.preventDefault());
    pane.addEventListener('dblclick', () => this.studio.stage.frameAll());
    pane.addEventListener('wheel', (event) => this.wheel(pane, event), { passive: false });
    pane.addEventListener('keydown', (event) => this.arrow(event));
  }

  private down(pane: HTMLElement, index: number, event: PointerEvent): void {
    pane.focus({ preventScroll: true });
    this.fingers.down(event);
    this.listen(pane);
    if (this.fingers.active) return;
    const move = moveOf(this.studio.preferences.navigation, event);
    if (move) {
      this.moveView(pane, event, move);
      return;
    }
    if (event.button !== 0 || this.gizmo.grabbed || this.lattice.grabbed) return;
    if (this.sketch.start(pane, event)) return;
    if (this.studio.tool === 'paint' && this.paint.start(pane, index, event)) return;
    if (this.studio.tool === 'lattice' && this.lattice.start(pane, index, event)) return;
    if (this.studio.tool === 'pull' && this.startPole(pane, event)) return;
    if (this.studio.tool === 'pull' && this.startPull(pane, index, event)) return;
    this.pickOrTurn(pane, index, event);
  }

  private listen(pane: HTMLElement): void {
    this.gizmo.listen(pane);
    this.lattice.listen(pane);
  }

  /** A click picks; a drag that begins beside a handle turns the view. */
  private pickOrTurn(pane: HTMLElement, index: number, press: PointerEvent): void {
    let slipped = false;
    let last = press;
    follow(
      pane,
      press,
      (event) => {
        this.fingers.moved(event, this.studio.stage.rig, pane.clientHeight);
        slipped ||= Math.hypot(event.clientX - press.clientX, event.clientY - press.clientY) > clickSlack;
        if (slipped && !this.fingers.active && !this.gizmo.dragged) this.turn(pane, last, event, 'orbit');
        last = event;
      },
      () => {
        if (!slipped && !this.gizmo.dragged) this.pick(pane, index, press);
      },
    );
  }

  private moveView(pane: HTMLElement, press: PointerEvent, move: CameraMove): void {
    press.preventDefault();
    let last = press;
    follow(
      pane,
      press,
      (event) => {
        this.turn(pane, last, event, move);
        last = event;
      },
      () => undefined,
    );
  }

  private turn(pane: HTMLElement, last: PointerEvent, event: PointerEvent, move: CameraMove): void {
    const x = event.clientX - last.clientX;
    const y = event.clientY - last.clientY;
    moveCamera(this.studio.stage.rig, move, x, y, pane.clientHeight);
  }

  private pick(pane: HTMLElement, index: number, event: PointerEvent): void {
    const ray = this.viewport.ray(pane, event);
    if (event.altKey) {
      this.studio.parts.select(this.studio.core.parts.pick(index, ray.origin, ray.direction));
      this.studio.setTab('file');
      return;
    }
    const hit = this.studio.core.pick(index, ray.origin, ray.direction);
    if (hit) this.studio.setPlaying(false);
    this.studio.select(hit ? hit.joint : -1);
    if (hit && (this.studio.tab === 'file' || this.studio.tab === 'volume')) this.studio.setTab('joint');
  }

  /** The handle that says where to the limb bends, where the pointer is on it. */
  private startPole(pane: HTMLElement, press: PointerEvent): boolean {
    const { pole } = this;
    if (!pole.shown) return false;
    const at = this.viewport.project(pane, pole.position);
    if (Math.hypot(at.x - press.clientX, at.y - press.clientY) > handleSlack) return false;
    const start = pole.position.clone();
    pole.begin();
    follow(
      pane,
      press,
      (event) => {
        const to = this.viewport.onPlane(pane, event, start);
        if (to) pole.drag(to);
      },
      () => pole.end(),
    );
    return true;
  }

  /** Inverse kinematics: the joint under the pointer follows it in the plane that faces the camera. */
  private startPull(pane: HTMLElement, index: number, press: PointerEvent): boolean {
    const { core } = this.studio;
    const ray = this.viewport.ray(pane, press);
    const hit = core.pick(index, ray.origin, ray.direction);
    if (!hit) return false;
    this.studio.setPlaying(false);
    const joint = core.nearestJoint(hit.point);
    this.studio.select(joint);
    const place = core.jointPositions().slice(3 * joint, 3 * joint + 3);
    const start = new THREE.Vector3().fromArray(place);
    const grip = this.viewport.onPlane(pane, press, start) ?? start.clone();
    this.studio.begin(`pull ${this.studio.jointName(joint)}`);
    follow(
      pane,
      press,
      (event) => {
        const at = this.viewport.onPlane(pane, event, start);
        if (!at) return;
        const target = at.sub(grip).add(start);
        this.studio.run(() => this.studio.poser.pull(joint, [target.x, target.y, target.z]));
      },
      () => {
        this.studio.end();
        if (this.studio.preferences.autoKey) this.studio.step('key pose', () => core.keyPose());
      },
    );
    return true;
  }

  private over(pane: HTMLElement, index: number, event: PointerEvent): void {
    if (event.buttons !== 0 || event.pointerType === 'touch') return;
    if (this.sketch.hover(pane, event)) return;
    if (this.studio.tool === 'lattice') {
      this.lattice.hover(pane, event);
      return;
    }
    if (this.studio.playing) return;
    const ray = this.viewport.ray(pane, event);
    const hit = this.gizmo.grabbed ? null : this.studio.core.pick(index, ray.origin, ray.direction);
    if (this.studio.tool === 'paint') this.paint.hover(hit);
    const hovered = hit
      ? this.studio.tool === 'pull'
        ? this.studio.core.nearestJoint(hit.point)
        : hit.joint
      : -1;
    pane.classList.toggle('over-body', hovered >= 0);
    pane.classList.toggle('on-handle', this.gizmo.grabbed);
    if (hovered === this.hovered) return;
    this.hovered = hovered;
    this.studio.redraw();
  }

  private leave(): void {
    this.hovered = -1;
    this.paint.hover(null);
    this.studio.redraw();
  }

  /** What is under the pointer stays there. */
  private wheel(pane: HTMLElement, event: WheelEvent): void {
    event.preventDefault();
    const pixels = event.deltaMode === 1 ? event.deltaY * 30 : event.deltaY;
    const { rig } = this.studio.stage;
    const under = this.viewport.onPlane(pane, event, rig.center);
    rig.dolly(Math.exp(pixels * 0.0012), under ?? undefined);
  }

  /** The camera by keyboard: arrows turn, with shift they pan. */
  private arrow(event: KeyboardEvent): void {
    const steps: Record<string, [number, number]> = {
      ArrowLeft: [-24, 0],
      ArrowRight: [24, 0],
      ArrowUp: [0, -24],
      ArrowDown: [0, 24],
    };
    const step = steps[event.key];
    if (!step || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    moveCamera(this.studio.stage.rig, event.shiftKey ? 'pan' : 'orbit', step[0], step[1], 600);
  }
}
