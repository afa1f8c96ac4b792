import * as THREE from 'three';
import type { Quality } from './quality';

/** A portrait studio: soft key with shadow, cool rim from behind, sky and bounce, two softboxes to mirror. */
export class Lights {
  readonly group = new THREE.Group();
  private readonly key = new THREE.DirectionalLight('#fff1dd', 2.5);
  private readonly rim = new THREE.DirectionalLight('#bcd6ff', 2.6);
  private readonly kicker = new THREE.DirectionalLight('#ffc9a8', 0.7);
  private readonly sky = new THREE.HemisphereLight('#dfe9ff', '#6b5a50', 1.05);

  constructor() {
    this.key.castShadow = true;
    this.key.shadow.mapSize.set(2048, 2048);
    this.key.shadow.radius = 7;
    this.key.shadow.normalBias = 0.02;
    for (const light of [this.key, this.rim, this.kicker]) this.group.add(light, light.target);
    this.group.add(this.sky);
  }

  fit(center: THREE.Vector3, size: number): void {
    const from = (light: THREE.DirectionalLight, x: number, y: number, z: number): void => {
      light.position
        .set(x, y, z)
        .normalize()
        .multiplyScalar(size * 2)
        .add(center);
      light.target.position.copy(center);
    };
    from(this.key, 0.75, 1.25, 0.95);
    from(this.rim, -0.9, 0.75, -1.1);
    from(this.kicker, -1.1, 0.15, 0.6);
    const camera = this.key.shadow.camera;
    Object.assign(camera, {
      left: -size,
      right: size,
      top: size,
      bottom: -size,
      near: size * 0.4,
      far: size * 4.2,
    });
    this.key.shadow.normalBias = size * 0.012;
    this.key.shadow.bias = -0.0006;
    camera.updateProjectionMatrix();
  }

  setTheme(dark: boolean, quality: Quality): void {
    this.key.intensity = dark ? 2.5 : 2.4;
    this.rim.intensity = dark ? 3.2 : 1.6;
    // Without a room to mirror the sky gives what the room would.
    this.sky.intensity = (dark ? 0.6 : 1.0) + (quality === 'low' ? 0.35 : 0);
  }

  /** What smooth surfaces mirror; made once. */
  environment(renderer: THREE.WebGLRenderer): THREE.Texture {
    const room = new THREE.Scene();
    const walls = new THREE.MeshBasicMaterial({ color: '#3a4252', side: THREE.BackSide });
    room.add(new THREE.Mesh(new THREE.SphereGeometry(10, 16, 8), walls));
    const box = (x: number, y: number, z: number, width: number, height: number, power: number): void => {
      const material = new THREE.MeshBasicMaterial({ color: new THREE.Color(power, power, power * 0.96) });
      const mesh = new THREE.Mesh(new THREE.PlaneGeometry(width, height), material);
      mesh.position.set(x, y, z);
      mesh.lookAt(0, 0, 0);
      room.add(mesh);
    };
    box(4, 6, 5, 4, 4, 9);
    box(-6, 4, -5, 3, 5, 7);
    box(0, -6, 0, 9, 9, 0.5);
    const generator = new THREE.PMREMGenerator(renderer);
    const texture = generator.fromScene(room, 0.05).texture;
    generator.dispose();
    return texture;
  }
}
