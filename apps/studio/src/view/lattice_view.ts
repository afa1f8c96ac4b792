import * as THREE from 'three';
import type { Theme } from '../app/preferences';
import type { LatticeDrawing, LatticeHandle } from '../core/lattice';
import { dotsMaterial } from './dots';

// Coarse levels cold, fine ones warm; as the program draws them, brighter on dark ground.
const palettes: Record<Theme, readonly string[]> = {
  dark: ['#98a3b5', '#5b9dff', '#2fd0c3', '#a6dc55', '#ffbf4a', '#ff7b66', '#cf95ff', '#ff8ed0', '#e6e9ef'],
  light: ['#46505f', '#2b62a8', '#138f8a', '#5f9a26', '#d98a12', '#d0432f', '#8b46b5', '#b83280', '#1d2430'],
};
const handleColors: Record<Theme, { rest: string; moved: string; hovered: string; selected: string }> = {
  dark: { rest: '#dfe6f2', moved: '#ffd9a0', hovered: '#ffffff', selected: '#ffb457' },
  light: { rest: '#ffffff', moved: '#ffd3ad', hovered: '#ffe9d6', selected: '#e8743b' },
};

export function levelColor(theme: Theme, level: number): string {
  const palette = palettes[theme];
  return palette[level % palette.length] ?? '#ffffff';
}

/** Cells as lines in the colour of their level, and vertices that can be taken hold of as dots. */
export class LatticeView {
  readonly group = new THREE.Group();
  private readonly before: THREE.LineSegments;
  private readonly behind: THREE.LineSegments;
  private readonly dots: THREE.Points<THREE.BufferGeometry, THREE.PointsMaterial>;
  private structure = -1;
  private painted = '';

  constructor() {
    const lines = new THREE.BufferGeometry();
    const material = (opacity: number, depthTest: boolean): THREE.LineBasicMaterial =>
      new THREE.LineBasicMaterial({
        transparent: true,
        opacity,
        depthTest,
        depthWrite: false,
        vertexColors: true,
        toneMapped: false,
      });
    this.before = new THREE.LineSegments(lines, material(0.75, true));
    this.behind = new THREE.LineSegments(lines, material(0.12, false));
    this.dots = new THREE.Points(new THREE.BufferGeometry(), dotsMaterial(11));
    this.behind.renderOrder = 3;
    this.before.renderOrder = 4;
    this.dots.renderOrder = 7;
    for (const object of [this.before, this.behind, this.dots]) object.frustumCulled = false;
    this.group.add(this.behind, this.before, this.dots);
    this.group.visible = false;
  }

  /** Places of the handles, three numbers each. */
  get places(): Float32Array {
    const attribute = this.dots.geometry.getAttribute('position') as THREE.BufferAttribute | undefined;
    return (attribute?.array as Float32Array | undefined) ?? new Float32Array(0);
  }

  /** Copies a drawing; true: it has other lines and handles than the last. */
  update(drawing: LatticeDrawing): boolean {
    const other = drawing.structure !== this.structure;
    if (other) {
      this.structure = drawing.structure;
      this.painted = '';
      allot(this.before, drawing.lines.length / 3, 4);
      this.behind.geometry = this.before.geometry;
      allot(this.dots, drawing.handles.length / 3, 3);
      const crowded = drawing.handles.length / 3 > 100;
      this.dots.material.size = crowded ? 7 : 11;
    }
    copy(this.before, drawing.lines);
    copy(this.dots, drawing.handles);
    return other;
  }

  /** Cells of the level that is worked on stand out. */
  paintLines(theme: Theme, level: number, levels: Float32Array): void {
    const wanted = `${theme} ${level} ${this.structure}`;
    if (wanted === this.painted) return;
    this.painted = wanted;
    const attribute = this.before.geometry.getAttribute('color') as THREE.BufferAttribute;
    const color = new THREE.Color();
    levels.forEach((own, line) => {
      color.set(levelColor(theme, own));
      const alpha = own === level ? 1 : 0.45;
      for (const end of [2 * line, 2 * line + 1]) attribute.setXYZW(end, color.r, color.g, color.b, alpha);
    });
    attribute.needsUpdate = true;
  }

  paintHandles(theme: Theme, handles: readonly LatticeHandle[], selected: number, hovered: number): void {
    const attribute = this.dots.geometry.getAttribute('color') as THREE.BufferAttribute | undefined;
    if (attribute?.count !== handles.length) return;
    const colors = handleColors[theme];
    const color = new THREE.Color();
    handles.forEach(({ moved }, index) => {
      const name = index === selected ? 'selected' : index === hovered ? 'hovered' : moved ? 'moved' : 'rest';
      color.set(colors[name]);
      attribute.setXYZ(index, color.r, color.g, color.b);
    });
    attribute.needsUpdate = true;
  }
}

function allot(object: THREE.LineSegments | THREE.Points, count: number, channels: number): void {
  object.geometry.dispose();
  object.geometry = new THREE.BufferGeometry();
  object.geometry.setAttribute('position', new THREE.BufferAttribute(new Float32Array(3 * count), 3));
  object.geometry.setAttribute(
    'color',
    new THREE.BufferAttribute(new Float32Array(channels * count), channels),
  );
}

function copy(object: THREE.LineSegments | THREE.Points, numbers: Float32Array): void {
  const attribute = object.geometry.getAttribute('position') as THREE.BufferAttribute;
  (attribute.array as Float32Array).set(numbers);
  attribute.needsUpdate = true;
}
