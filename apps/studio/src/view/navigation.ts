import type { Navigation } from '../app/preferences';
import type { CameraRig } from './camera_rig';

export type CameraMove = 'orbit' | 'pan' | 'dolly';

/** Which camera move a press asks for under a navigation preset; null: the press belongs to the tool. */
export function moveOf(navigation: Navigation, event: PointerEvent): CameraMove | null {
  if (event.pointerType === 'touch') return null;
  if (navigation === 'maya' || event.altKey) {
    if (!event.altKey) return null;
    return event.button === 0 ? 'orbit' : event.button === 1 ? 'pan' : 'dolly';
  }
  if (event.button === 1) return event.shiftKey ? 'pan' : event.ctrlKey ? 'dolly' : 'orbit';
  if (navigation === 'simple' && event.button === 2) return 'pan';
  return null;
}

/** By pixels of a pane `height` pixels high. */
export function moveCamera(rig: CameraRig, move: CameraMove, x: number, y: number, height: number): void {
  if (move === 'orbit') rig.orbit((x / height) * 3.6, (y / height) * 3);
  else if (move === 'pan') rig.pan(x / height, y / height);
  else rig.dolly(Math.exp((y - x) * 0.006));
}

/** Two fingers: spread to come near, move to pan. */
export class TwoFingers {
  private readonly fingers = new Map<number, { x: number; y: number }>();

  get active(): boolean {
    return this.fingers.size > 1;
  }

  down(event: PointerEvent): void {
    if (event.pointerType === 'touch')
      this.fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
  }

  up(event: PointerEvent): void {
    this.fingers.delete(event.pointerId);
  }

  moved(event: PointerEvent, rig: CameraRig, height: number): void {
    const finger = this.fingers.get(event.pointerId);
    if (!finger) return;
    const before = this.spread();
    const x = event.clientX - finger.x;
    const y = event.clientY - finger.y;
    this.fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (!this.active) return;
    const after = this.spread();
    if (before > 0 && after > 0) rig.dolly(before / after);
    rig.pan(x / this.fingers.size / height, y / this.fingers.size / height);
  }

  private spread(): number {
    const [a, b] = [...this.fingers.values()];
    return a && b ? Math.hypot(a.x - b.x, a.y - b.y) : 0;
  }
}
