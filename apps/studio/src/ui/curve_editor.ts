import type { Studio } from '../app/studio';
import type { Knot } from '../core/core';
import { NumberField } from './controls';
import { follow, h, s } from './dom';

const width = 268;
const height = 128;
const margin = { left: 10, right: 10, top: 12, bottom: 20 };
const samples = 97;
const closest = 0.02; // knots keep this distance along the limb
const outermost = 0.97; // the curve itself ends at zero at both ends

/** The profile curve of a joint: click to add a knot, drag to move it, double-click or Delete to remove it. */
export class CurveEditor {
  readonly element: SVGSVGElement;
  private readonly area = s('path', { class: 'curve-area' });
  private readonly line = s('path', { class: 'curve-line' });
  private readonly handles = s('g', {});
  /** The knot last touched, in numbers. */
  readonly numbers: HTMLElement;
  private readonly place: NumberField;
  private readonly amount: NumberField;
  private knots: readonly Knot[] = [];
  private joint = -1;
  private active = 0;

  constructor(private readonly studio: Studio) {
    this.element = s('svg', {
      class: 'curve',
      viewBox: `0 0 ${width} ${height}`,
      role: 'group',
      'aria-label': 'Profile curve: how far the skin gives along the limb',
      'data-testid': 'curve',
    });
    this.place = this.number('place', -outermost, (knot, value) => ({ ...knot, place: value }));
    this.amount = this.number('amount', 0, (knot, value) => ({ ...knot, amount: value }));
    this.numbers = h('div', { class: 'pair' }, this.place.element, this.amount.element);
    this.element.append(...frame(), this.area, this.line, this.handles);
    this.element.addEventListener('pointerdown', (event) => this.press(event));
    this.element.addEventListener('dblclick', (event) => this.removeAt(event));
    this.element.addEventListener('contextmenu', (event) => {
      event.preventDefault();
      this.removeAt(event);
    });
  }

  show(joint: number): void {
    this.joint = joint;
    this.knots = this.studio.core.profile(joint);
    this.drawCurve();
    this.drawHandles();
  }

  private number(label: string, min: number, put: (knot: Knot, value: number) => Knot): NumberField {
    const change = (value: number): void => {
      const knot = this.knots[this.active];
      if (knot) this.move(this.active, put(knot, value));
    };
    const max = min < 0 ? outermost : 1;
    return new NumberField(this.studio, {
      label,
      name: `${label} of the knot`,
      min,
      max,
      step: 0.01,
      stepName: 'move knot',
      change,
    });
  }

  private drawCurve(): void {
    const values = this.studio.core.sampleProfile(this.knots, samples);
    const points = Array.from(values, (value, i) => `${x(-1 + (2 * i) / (samples - 1))} ${y(value)}`);
    const path = `M${points.join('L')}`;
    this.line.setAttribute('d', path);
    this.area.setAttribute('d', `${path}L${x(1)} ${y(0)}L${x(-1)} ${y(0)}Z`);
  }

  /** Handles stay the same elements while their number does: a double click needs them. */
  private drawHandles(): void {
    if (this.handles.children.length !== this.knots.length) {
      this.handles.replaceChildren(...this.knots.map((_, index) => this.handle(index)));
    }
    this.active = Math.min(this.active, this.knots.length - 1);
    const shown = this.knots[this.active];
    this.place.set(shown?.place ?? 0);
    this.amount.set(shown?.amount ?? 0);
    this.knots.forEach((knot, index) => {
      const handle = this.handles.children[index];
      handle?.classList.toggle('active', index === this.active);
      const { place, amount } = knot;
      handle?.setAttribute('cx', String(x(place)));
      handle?.setAttribute('cy', String(y(amount)));
      handle?.setAttribute('aria-valuenow', amount.toFixed(2));
      handle?.setAttribute('aria-valuetext', `place ${place.toFixed(2)}, amount ${amount.toFixed(2)}`);
    });
  }

  private handle(index: number): SVGElement {
    const label = `Knot ${index + 1} of ${this.knots.length}`;
    const handle = s('circle', { class: 'knot', r: 5.5, tabindex: 0, role: 'slider', 'aria-label': label });
    handle.addEventListener('pointerdown', (event) => this.drag(index, event));
    handle.addEventListener('keydown', (event) => this.key(index, event));
    handle.addEventListener('focus', () => this.activate(index));
    return handle;
  }

  private activate(index: number): void {
    this.active = index;
    this.drawHandles();
  }

  private at(event: { clientX: number; clientY: number }): Knot {
    const rect = this.element.getBoundingClientRect();
    const scale = width / rect.width;
    const px = (event.clientX - rect.left) * scale;
    const py = (event.clientY - rect.top) * scale;
    const place = ((px - margin.left) / (width - margin.left - margin.right)) * 2 - 1;
    const amount = 1 - (py - margin.top) / (height - margin.top - margin.bottom);
    return { place, amount };
  }

  private press(event: PointerEvent): void {
    if (event.button !== 0 || this.joint < 0 || event.target instanceof SVGCircleElement) return;
    const at = this.at(event);
    const added = { place: clamp(at.place, -outermost, outermost), amount: clamp(at.amount, 0, 1) };
    if (this.knots.some((knot) => Math.abs(knot.place - added.place) < closest)) return;
    const index = this.knots.filter((knot) => knot.place < added.place).length;
    const knots = [...this.knots.slice(0, index), added, ...this.knots.slice(index)];
    this.studio.begin('add knot');
    this.send(knots);
    this.follow(index, event);
  }

  private drag(index: number, event: PointerEvent): void {
    event.stopPropagation();
    if (event.button !== 0) return;
    this.studio.begin('move knot');
    this.follow(index, event);
  }

  /**
   * A knot stays where it was taken hold of. To be given the focus by the browser would scroll a
   * panel of which it is half out of sight, and the curve away from under the pointer.
   */
  private follow(index: number, press: PointerEvent): void {
    press.preventDefault();
    (this.handles.children[index] as SVGElement | undefined)?.focus({ preventScroll: true });
    this.activate(index);
    const [held, knot] = [this.at(press), this.knots[index]];
    const off = { place: (knot?.place ?? 0) - held.place, amount: (knot?.amount ?? 0) - held.amount };
    follow(
      this.element,
      press,
      (event) => {
        const at = this.at(event);
        this.move(index, { place: at.place + off.place, amount: clamp(at.amount + off.amount, 0, 1) });
      },
      () => {
        this.studio.end();
        this.drawHandles();
      },
    );
  }

  private move(index: number, to: Knot): void {
    const before = this.knots[index - 1];
    const after = this.knots[index + 1];
    const place = clamp(
      to.place,
      before ? before.place + closest : -outermost,
      after ? after.place - closest : outermost,
    );
    this.send(this.knots.map((knot, i) => (i === index ? { place, amount: to.amount } : knot)));
  }

  /** Clicks end on the whole drawing, since it follows the pointer: the knot under it is meant. */
  private removeAt(event: MouseEvent): void {
    const at = this.at(event);
    const index = this.knots.findIndex(
      (knot) => Math.hypot(x(knot.place) - x(at.place), y(knot.amount) - y(at.amount)) < 8,
    );
    if (index >= 0) this.remove(index);
  }

  private remove(index: number): void {
    if (this.knots.length <= 1) return;
    this.studio.begin('remove knot');
    this.send(this.knots.filter((_, i) => i !== index));
    this.studio.end();
  }

  private key(index: number, event: KeyboardEvent): void {
    const knot = this.knots[index];
    if (!knot) return;
    const step = event.shiftKey ? 0.1 : 0.02;
    const moves: Record<string, [number, number]> = {
      ArrowLeft: [-step, 0],
      ArrowRight: [step, 0],
      ArrowUp: [0, step],
      ArrowDown: [0, -step],
    };
    const move = moves[event.key];
    if (!move && event.key !== 'Delete' && event.key !== 'Backspace') return;
    event.preventDefault();
    event.stopPropagation();
    if (!move) {
      this.remove(index);
      return;
    }
    this.studio.begin('move knot');
    this.move(index, { place: knot.place + move[0], amount: clamp(knot.amount + move[1], 0, 1) });
    this.studio.end();
  }

  private send(knots: readonly Knot[]): void {
    this.studio.run(() => this.studio.core.setJointSettings(this.joint, { profile: knots }));
    this.knots = this.studio.core.profile(this.joint);
    this.drawCurve();
    this.drawHandles();
  }
}

const x = (place: number): number => margin.left + ((place + 1) / 2) * (width - margin.left - margin.right);
const y = (amount: number): number => margin.top + (1 - amount) * (height - margin.top - margin.bottom);
const clamp = (value: number, low: number, high: number): number => Math.min(Math.max(value, low), high);

function frame(): SVGElement[] {
  const text = (at: number, anchor: string, words: string): SVGElement => {
    const element = s('text', { x: x(at), y: height - 5, 'text-anchor': anchor, class: 'curve-text' });
    element.textContent = words;
    return element;
  };
  const lines = [0.25, 0.5, 0.75].map((value) =>
    s('line', { x1: x(-1), x2: x(1), y1: y(value), y2: y(value), class: 'curve-grid' }),
  );
  const joint = s('line', { x1: x(0), x2: x(0), y1: y(0), y2: y(1), class: 'curve-joint' });
  const base = s('line', { x1: x(-1), x2: x(1), y1: y(0), y2: y(0), class: 'curve-base' });
  return [
    ...lines,
    joint,
    base,
    text(-1, 'start', 'parent bone'),
    text(0, 'middle', 'joint'),
    text(1, 'end', 'child bone'),
  ];
}
