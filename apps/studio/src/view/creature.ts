import * as THREE from 'three';
import type { Core, DrawnMesh } from '../core/core';
import type { PartKey } from '../core/parts';
import { CrossingMarks } from './crossing_marks';
import type { Materials } from './materials';

/** Parts that are not drawn, and the one that is marked. */
export interface PartMarks {
  readonly hidden: readonly PartKey[];
  readonly marked: PartKey | null;
}

const markMaterial = new THREE.MeshBasicMaterial({
  color: '#ffb547',
  transparent: true,
  opacity: 0.55,
  depthWrite: false,
  polygonOffset: true,
  polygonOffsetFactor: -2,
  polygonOffsetUnits: -2,
  side: THREE.DoubleSide,
});

/** One pane's creature. Its arrays are its own: the core's memory may move before they are drawn. */
export class Creature {
  readonly group = new THREE.Group();
  readonly crossings: CrossingMarks;
  private readonly geometries: THREE.BufferGeometry[] = [];
  private readonly overlays: THREE.BufferGeometry[] = [];

  constructor(
    drawn: readonly DrawnMesh[],
    materials: Materials,
    marks: PartMarks,
    partsOf: (mesh: number) => Uint32Array,
  ) {
    drawn.forEach((mesh, index) => {
      const hidden = new Set(marks.hidden.filter((key) => key.mesh === index).map(({ part }) => part));
      const marked = marks.marked?.mesh === index ? marks.marked.part : -1;
      const parts = hidden.size > 0 || marked >= 0 ? partsOf(index) : null;
      const geometry = makeGeometry(mesh);
      const slots = mesh.sections.map((section) => materials.of(section.material, index));
      const isShown = (triangle: number): boolean => !hidden.has(parts?.[triangle] ?? -1);
      addTriangles(geometry, mesh, hidden.size > 0 ? isShown : null);
      const object = new THREE.Mesh(geometry, slots.length > 0 ? slots : materials.of(-1, index));
      object.frustumCulled = false;
      object.castShadow = true;
      object.receiveShadow = true;
      this.geometries.push(geometry);
      this.group.add(object);
      if (parts && marked >= 0) this.addOverlay(geometry, mesh, (triangle) => parts[triangle] === marked);
    });
    this.crossings = new CrossingMarks(this.group, this.geometries, drawn);
  }

  /** A glow over some triangles; it shares what moves with the mesh below. */
  private addOverlay(
    below: THREE.BufferGeometry,
    mesh: DrawnMesh,
    marked: (triangle: number) => boolean,
  ): void {
    const overlay = new THREE.BufferGeometry();
    overlay.setAttribute('position', below.getAttribute('position'));
    overlay.setIndex(new THREE.BufferAttribute(chosen(mesh, 0, mesh.triangles.length / 3, marked), 1));
    overlay.boundingSphere = below.boundingSphere;
    const object = new THREE.Mesh(overlay, markMaterial);
    object.frustumCulled = false;
    object.renderOrder = 1;
    this.overlays.push(overlay);
    this.group.add(object);
  }

  /** Copies what the core's last frame made. */
  update(core: Core, pane: number): void {
    this.geometries.forEach((geometry, mesh) => {
      const { positions, normals, scalars } = core.buffers(pane, mesh);
      fill(geometry, 'position', positions);
      fill(geometry, 'normal', normals);
      fill(geometry, 'scalar', scalars);
    });
  }

  /** Of all that is drawn, as it is posed. */
  bounds(): THREE.Box3 {
    const box = new THREE.Box3();
    for (const geometry of this.geometries)
      box.union(
        new THREE.Box3().setFromBufferAttribute(geometry.getAttribute('position') as THREE.BufferAttribute),
      );
    return box;
  }

  dispose(): void {
    this.crossings.dispose();
    for (const geometry of [...this.geometries, ...this.overlays]) geometry.dispose();
  }
}

function fill(geometry: THREE.BufferGeometry, name: string, view: Float32Array): void {
  const attribute = geometry.getAttribute(name) as THREE.BufferAttribute;
  if (view.length !== attribute.array.length) return; // nothing of that kind is shown
  attribute.array.set(view);
  attribute.needsUpdate = true;
}

/** The corners of some of the triangles from `first` on. */
function chosen(
  mesh: DrawnMesh,
  first: number,
  count: number,
  wanted: (triangle: number) => boolean,
): Uint32Array {
  const corners: number[] = [];
  for (let triangle = first; triangle < first + count; ++triangle)
    if (wanted(triangle)) for (let k = 0; k < 3; ++k) corners.push(mesh.triangles[3 * triangle + k] ?? 0);
  return Uint32Array.from(corners);
}

/** The triangles that are shown, section by section. */
function addTriangles(
  geometry: THREE.BufferGeometry,
  mesh: DrawnMesh,
  shown: ((triangle: number) => boolean) | null,
): void {
  if (!shown) {
    geometry.setIndex(new THREE.BufferAttribute(mesh.triangles, 1));
    mesh.sections.forEach(({ first, count }, slot) => geometry.addGroup(3 * first, 3 * count, slot));
    return;
  }
  const all = mesh.sections.length > 0 ? mesh.sections : [{ first: 0, count: mesh.triangles.length / 3 }];
  const lists = all.map(({ first, count }) => chosen(mesh, first, count, shown));
  const index = new Uint32Array(lists.reduce((sum, list) => sum + list.length, 0));
  let start = 0;
  lists.forEach((list, slot) => {
    index.set(list, start);
    if (mesh.sections.length > 0) geometry.addGroup(start, list.length, slot);
    start += list.length;
  });
  geometry.setIndex(new THREE.BufferAttribute(index, 1));
}

function makeGeometry(mesh: DrawnMesh): THREE.BufferGeometry {
  const geometry = new THREE.BufferGeometry();
  const dynamic = (size: number): THREE.BufferAttribute => {
    const attribute = new THREE.BufferAttribute(new Float32Array(size * mesh.vertexCount), size);
    return attribute.setUsage(THREE.DynamicDrawUsage);
  };
  geometry.setAttribute('position', dynamic(3));
  geometry.setAttribute('normal', dynamic(3));
  geometry.setAttribute('scalar', dynamic(1));
  const colors = mesh.colors ?? new Float32Array(4 * mesh.vertexCount).fill(1);
  geometry.setAttribute('color', new THREE.BufferAttribute(colors, 4));
  if (mesh.uvs) geometry.setAttribute('uv', new THREE.BufferAttribute(mesh.uvs, 2));
  geometry.boundingSphere = new THREE.Sphere(new THREE.Vector3(), Infinity);
  return geometry;
}
