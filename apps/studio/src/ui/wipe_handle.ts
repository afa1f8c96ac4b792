import type { Studio } from '../app/studio';
import { follow, h } from './dom';

/** The line between before and after in one view: dragged across the picture, or moved by the arrows. */
export class WipeHandle {
  readonly element = h('div', {
    class: 'wipe',
    role: 'slider',
    tabindex: 0,
    'aria-label': 'Between before and after',
    'aria-valuemin': 0,
    'aria-valuemax': 100,
  });
  /** Its place, from 0 at the left to 1. */
  part = 0.5;

  constructor(
    private readonly studio: Studio,
    private readonly around: HTMLElement,
  ) {
    this.element.append(h('i', {}));
    this.element.addEventListener('pointerdown', (event) => this.drag(event));
    this.element.addEventListener('keydown', (event) => this.key(event));
    this.set(this.part);
  }

  private set(part: number): void {
    this.part = Math.min(Math.max(part, 0), 1);
    this.studio.wipeAt = this.part;
    this.around.style.setProperty('--wipe', `${100 * this.part}%`);
    this.element.setAttribute('aria-valuenow', String(Math.round(100 * this.part)));
    this.studio.redraw();
  }

  private drag(press: PointerEvent): void {
    press.preventDefault();
    press.stopPropagation();
    const rect = this.around.getBoundingClientRect();
    follow(
      this.element,
      press,
      (event) => this.set((event.clientX - rect.left) / rect.width),
      () => undefined,
    );
  }

  private key(event: KeyboardEvent): void {
    const step = event.key === 'ArrowRight' ? 0.02 : event.key === 'ArrowLeft' ? -0.02 : 0;
    if (step === 0) return;
    event.preventDefault();
    event.stopPropagation();
    this.set(this.part + step);
  }
}
