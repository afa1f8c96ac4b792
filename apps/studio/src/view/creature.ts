import * as THREE from 'three';
import type { Core, DrawnMesh } from '../core/core';
import type { Materials } from './materials';

/** One pane's creature. Its arrays are its own: the core's memory may move before they are drawn. */
export class Creature {
  readonly group = new THREE.Group();
  private readonly geometries: THREE.BufferGeometry[] = [];

  constructor(drawn: readonly DrawnMesh[], materials: Materials) {
    for (const mesh of drawn) {
      const geometry = makeGeometry(mesh);
      const slots = mesh.sections.map((section) => materials.of(section.material));
      mesh.sections.forEach((section, slot) => geometry.addGroup(3 * section.first, 3 * section.count, slot));
      const object = new THREE.Mesh(geometry, slots.length > 0 ? slots : materials.fallback);
      object.frustumCulled = false;
      object.castShadow = true;
      object.receiveShadow = true;
      this.geometries.push(geometry);
      this.group.add(object);
    }
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
    for (const geometry of this.geometries) geometry.dispose();
  }
}

function fill(geometry: THREE.BufferGeometry, name: string, view: Float32Array): void {
  const attribute = geometry.getAttribute(name) as THREE.BufferAttribute;
  if (view.length !== attribute.array.length) return; // nothing of that kind is shown
  attribute.array.set(view);
  attribute.needsUpdate = true;
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
  geometry.setIndex(new THREE.BufferAttribute(mesh.triangles, 1));
  geometry.boundingSphere = new THREE.Sphere(new THREE.Vector3(), Infinity);
  return geometry;
}
