import * as THREE from 'three';

/** How far something goes from its middle, upwards and to the sides. */
export interface Extent {
  readonly up: number;
  readonly side: number;
}

const firstView = { azimuth: 0.7, height: 0.22 };

/** A camera on a sphere round what it looks at; moves ease towards where gestures put them. */
export class CameraRig {
  readonly camera = new THREE.PerspectiveCamera(30, 1, 0.01, 100);
  private readonly target = new THREE.Vector3();
  private readonly wantedTarget = new THREE.Vector3();
  private readonly at = { ...firstView, distance: 5 };
  private readonly wanted = { ...this.at };
  /** How far what is looked at has gone from where it was framed; the camera goes along. */
  private readonly travelled = new THREE.Vector3();
  private size = 1;
  private home: { center: THREE.Vector3; extent: Extent } | null = null;

  orbit(x: number, y: number): void {
    this.wanted.azimuth -= x;
    this.wanted.height = THREE.MathUtils.clamp(this.wanted.height + y, -1.5, 1.5);
  }

  /** By fractions of the picture's height. */
  pan(x: number, y: number): void {
    const span = 2 * this.wanted.distance * Math.tan(THREE.MathUtils.degToRad(this.camera.fov / 2));
    const right = new THREE.Vector3().setFromMatrixColumn(this.camera.matrixWorld, 0);
    const up = new THREE.Vector3().setFromMatrixColumn(this.camera.matrixWorld, 1);
    this.wantedTarget.addScaledVector(right, -x * span).addScaledVector(up, y * span);
  }

  /** `towards`: a place in model space that stays where it is in the picture. */
  dolly(factor: number, towards?: THREE.Vector3): void {
    const before = this.wanted.distance;
    this.wanted.distance = THREE.MathUtils.clamp(before * factor, this.size * 0.05, this.size * 40);
    if (!towards) return;
    const way = towards.clone().sub(this.travelled).sub(this.wantedTarget);
    this.wantedTarget.addScaledVector(way, 1 - this.wanted.distance / before);
  }

  /** True: it is elsewhere than before. */
  travel(to: THREE.Vector3): boolean {
    if (this.travelled.distanceToSquared(to) < 1e-12 * this.size * this.size) return false;
    this.travelled.copy(to);
    this.place();
    return true;
  }

  /** What it looks at, in model space. */
  get center(): THREE.Vector3 {
    return this.target.clone().add(this.travelled);
  }

  turnTo(azimuth: number, height: number): void {
    this.wanted.azimuth = azimuth;
    this.wanted.height = height;
  }

  /** Looks at a place in model space so that what is round it fills the pane, whatever its shape. */
  frame(center: THREE.Vector3, extent: Extent): void {
    this.frameFrom(center.clone().sub(this.travelled), extent);
  }

  private frameFrom(center: THREE.Vector3, extent: Extent): void {
    this.home = { center: center.clone(), extent };
    const half = Math.tan(THREE.MathUtils.degToRad(this.camera.fov / 2));
    this.wantedTarget.copy(center);
    this.wanted.distance = Math.max(extent.up, extent.side / this.camera.aspect) / half + extent.side / 2;
  }

  /** The same for a new character: from where it is seen first, without easing from the old one. */
  settle(center: THREE.Vector3, extent: Extent): void {
    this.size = Math.max(extent.up, extent.side);
    this.travelled.set(0, 0, 0);
    this.turnTo(firstView.azimuth, firstView.height);
    this.frame(center, extent);
    this.jump();
  }

  jump(): void {
    Object.assign(this.at, this.wanted);
    this.target.copy(this.wantedTarget);
    this.place();
  }

  setAspect(aspect: number): void {
    if (Math.abs(aspect - this.camera.aspect) < 1e-6) return;
    this.camera.aspect = aspect;
    this.camera.updateProjectionMatrix();
    if (this.home) {
      this.frameFrom(this.home.center, this.home.extent);
      this.jump();
    }
  }

  /** Draws with another shape of picture: what is seen now is seen then, and nothing else changes. */
  lookThrough(aspect: number, draw: () => void): void {
    const { camera } = this;
    const before = { aspect: camera.aspect, fov: camera.fov };
    const half = Math.tan(THREE.MathUtils.degToRad(before.fov / 2)) * Math.max(1, before.aspect / aspect);
    camera.aspect = aspect;
    camera.fov = 2 * THREE.MathUtils.radToDeg(Math.atan(half));
    camera.updateProjectionMatrix();
    draw();
    Object.assign(camera, before);
    camera.updateProjectionMatrix();
  }

  /** Moves on by `seconds`; true while there is way to go. */
  update(seconds: number): boolean {
    const ease = 1 - Math.exp(-seconds * 16);
    const left =
      Math.abs(this.wanted.azimuth - this.at.azimuth) +
      Math.abs(this.wanted.height - this.at.height) +
      Math.abs(this.wanted.distance / this.at.distance - 1) +
      this.wantedTarget.distanceTo(this.target) / this.size;
    if (left < 1e-4) return false;
    this.at.azimuth += ease * (this.wanted.azimuth - this.at.azimuth);
    this.at.height += ease * (this.wanted.height - this.at.height);
    this.at.distance += ease * (this.wanted.distance - this.at.distance);
    this.target.lerp(this.wantedTarget, ease);
    this.place();
    return true;
  }

  private place(): void {
    const { azimuth, height, distance } = this.at;
    const flat = Math.cos(height) * distance;
    this.camera.position.set(Math.sin(azimuth) * flat, Math.sin(height) * distance, Math.cos(azimuth) * flat);
    const center = this.center;
    this.camera.position.add(center);
    this.camera.near = Math.max(distance - this.size * 6, distance * 0.01);
    this.camera.far = distance + this.size * 12;
    this.camera.lookAt(center);
    this.camera.updateProjectionMatrix();
    this.camera.updateMatrixWorld();
  }
}
