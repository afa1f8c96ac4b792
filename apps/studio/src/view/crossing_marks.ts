import * as THREE from 'three';
import type { DrawnMesh } from '../core/core';

const red = '#ff2d3d';

// Once over what can be seen, once faintly through the skin: most of a crossing lies within a fold.
const materials = [
  new THREE.MeshBasicMaterial({
    color: red,
    side: THREE.DoubleSide,
    polygonOffset: true,
    polygonOffsetFactor: -2,
    polygonOffsetUnits: -2,
  }),
  new THREE.MeshBasicMaterial({
    color: red,
    side: THREE.DoubleSide,
    transparent: true,
    opacity: 0.35,
    depthTest: false,
    depthWrite: false,
  }),
];

/** Triangles of a creature in red; they share what moves with its meshes. */
export class CrossingMarks {
  private readonly group = new THREE.Group();

  constructor(
    creature: THREE.Group,
    private readonly below: readonly THREE.BufferGeometry[],
    private readonly drawn: readonly DrawnMesh[],
  ) {
    creature.add(this.group);
  }

  /** Per mesh the triangles to mark. */
  show(triangles: readonly (readonly number[])[]): void {
    this.clear();
    triangles.forEach((list, index) => {
      const [below, mesh] = [this.below[index], this.drawn[index]];
      if (!below || !mesh || list.length === 0) return;
      const geometry = new THREE.BufferGeometry();
      geometry.setAttribute('position', below.getAttribute('position'));
      const corners = list.flatMap((t) => Array.from(mesh.triangles.subarray(3 * t, 3 * t + 3)));
      geometry.setIndex(corners);
      geometry.boundingSphere = below.boundingSphere;
      for (const material of materials) {
        const object = new THREE.Mesh(geometry, material);
        object.frustumCulled = false;
        object.renderOrder = 2;
        this.group.add(object);
      }
    });
  }

  dispose(): void {
    this.clear();
  }

  private clear(): void {
    for (const object of this.group.children) {
      const { geometry } = object as THREE.Mesh;
      geometry.deleteAttribute('position'); // it is that of the mesh, which goes on
      geometry.dispose();
    }
    this.group.clear();
  }
}
