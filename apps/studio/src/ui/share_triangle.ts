import type { Vec3 } from '../core/core';
import { follow, s } from './dom';

const size = 132;
const corners = [
  { x: size / 2, y: 16, name: 'axis' },
  { x: 14, y: size - 22, name: 'limb' },
  { x: size - 14, y: size - 22, name: 'across' },
] as const;

/** Three shares that sum to one as a place in a triangle. */
export class ShareTriangle {
  readonly element: SVGSVGElement;
  private readonly handle = s('circle', { class: 'knot', r: 6, tabindex: 0, role: 'slider' });
  private shares: Vec3 = [1 / 3, 1 / 3, 1 / 3];

  constructor(
    private readonly begin: () => void,
    private readonly change: (shares: Vec3) => void,
    private readonly end: () => void,
  ) {
    this.element = s('svg', {
      class: 'triangle',
      viewBox: `0 0 ${size} ${size}`,
      role: 'group',
      'aria-label': 'Shares of rotation axis, limb and across',
      'data-testid': 'shares',
    });
    const outline = corners.map((corner) => `${corner.x} ${corner.y}`).join('L');
    this.element.append(s('path', { d: `M${outline}Z`, class: 'triangle-area' }), ...labels(), this.handle);
    this.element.addEventListener('pointerdown', (event) => this.drag(event));
    this.handle.addEventListener('keydown', (event) => this.key(event));
    this.set(this.shares);
  }

  set(shares: Vec3): void {
    this.shares = shares;
    const at = { x: 0, y: 0 };
    corners.forEach((corner, i) => {
      at.x += corner.x * (shares[i] ?? 0);
      at.y += corner.y * (shares[i] ?? 0);
    });
    this.handle.setAttribute('cx', String(at.x));
    this.handle.setAttribute('cy', String(at.y));
    const words = corners.map((corner, i) => `${corner.name} ${(shares[i] ?? 0).toFixed(2)}`).join(', ');
    this.handle.setAttribute('aria-label', words);
    this.handle.setAttribute('aria-valuetext', words);
  }

  private drag(press: PointerEvent): void {
    this.begin();
    this.change(this.at(press));
    follow(this.element, press, (event) => this.change(this.at(event)), this.end);
  }

  private key(event: KeyboardEvent): void {
    const towards: Record<string, number> = { ArrowUp: 0, ArrowLeft: 1, ArrowRight: 2 };
    const corner = towards[event.key];
    if (corner === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    const moved = this.shares.map((share, i) => share + (i === corner ? 0.05 : -0.025));
    this.begin();
    this.change(normalised(moved));
    this.end();
  }

  /** The place under the pointer as barycentric coordinates, drawn back into the triangle. */
  private at(event: PointerEvent): Vec3 {
    const rect = this.element.getBoundingClientRect();
    const px = ((event.clientX - rect.left) * size) / rect.width;
    const py = ((event.clientY - rect.top) * size) / rect.height;
    const [a, b, c] = corners;
    const area = (b.y - c.y) * (a.x - c.x) + (c.x - b.x) * (a.y - c.y);
    const first = ((b.y - c.y) * (px - c.x) + (c.x - b.x) * (py - c.y)) / area;
    const second = ((c.y - a.y) * (px - c.x) + (a.x - c.x) * (py - c.y)) / area;
    return normalised([first, second, 1 - first - second]);
  }
}

function normalised(shares: readonly number[]): Vec3 {
  const kept = shares.map((share) => Math.max(share, 0));
  const sum = kept.reduce((total, share) => total + share, 0);
  const first = (kept[0] ?? 0) / sum;
  const second = (kept[1] ?? 0) / sum;
  return [first, second, Math.max(1 - first - second, 0)];
}

function labels(): SVGElement[] {
  return corners.map((corner, i) => {
    const text = s('text', {
      x: i === 0 ? corner.x : i === 1 ? 2 : size - 2,
      y: i === 0 ? 9 : size - 8,
      'text-anchor': i === 0 ? 'middle' : i === 1 ? 'start' : 'end',
      class: 'curve-text',
    });
    text.textContent = corner.name;
    return text;
  });
}
