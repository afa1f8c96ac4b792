import * as THREE from 'three';

/** 'low' is for machines that draw without a graphics card: no shadow map, no mirrored room, fewer pixels. */
export type Quality = 'high' | 'low';

const slowFrame = 34; // milliseconds; above it a moving picture gets fewer pixels
const fastFrame = 19;

/** What the address asks for, else what the machine can do. */
export function chooseQuality(): Quality {
  const asked = new URLSearchParams(location.search).get('quality');
  if (asked === 'high' || asked === 'low') return asked;
  const context = document.createElement('canvas').getContext('webgl2');
  const info = context?.getExtension('WEBGL_debug_renderer_info');
  const name = context && info ? String(context.getParameter(info.UNMASKED_RENDERER_WEBGL)) : '';
  context?.getExtension('WEBGL_lose_context')?.loseContext();
  return /swiftshader|llvmpipe|software/i.test(name) ? 'low' : 'high';
}

/** Pixels per CSS pixel: fewer while the picture moves too slowly, all of them when it rests. */
export class Resolution {
  private factor = 1;
  private last = 0;
  private interval = 16;

  constructor(private readonly quality: Quality) {}

  get full(): number {
    const asked = Number(new URLSearchParams(location.search).get('ratio'));
    if (asked > 0) return asked;
    return this.quality === 'low' ? 1 : Math.min(devicePixelRatio, 2);
  }

  get moving(): number {
    return this.full * this.factor;
  }

  /** A frame of a moving picture was drawn; true: the resolution changed. */
  drawn(now: number): boolean {
    const passed = now - this.last;
    this.last = now;
    if (passed > 400) return false; // it rested between
    this.interval += 0.15 * (passed - this.interval);
    const wanted =
      this.interval > slowFrame
        ? this.factor * 0.8
        : this.interval < fastFrame
          ? this.factor * 1.15
          : this.factor;
    const next = THREE.MathUtils.clamp(wanted, this.quality === 'low' ? 0.4 : 0.5, 1);
    if (Math.abs(next - this.factor) < 0.02) return false;
    this.factor = next;
    this.interval = (slowFrame + fastFrame) / 2; // wait for what the change brings
    return true;
  }
}
