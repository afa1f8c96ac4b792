import * as THREE from 'three';
import type { ContactShadow } from './contact_shadow';

const vertexShader = `varying vec2 place;
  void main() { place = position.xy; gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0); }`;

// Lines as thin as a pixel, fading with distance; the soft shadow lies under them.
const fragmentShader = `uniform vec3 line; uniform float strength; uniform float spacing; uniform float extent; uniform vec2 shift;
  uniform sampler2D contact; uniform float contactExtent; uniform float contactStrength; varying vec2 place;
  float grid(float step) {
    vec2 p = (place + shift) / step;
    vec2 width = max(fwidth(p), 1e-6);
    vec2 d = abs(fract(p - 0.5) - 0.5) / width;
    return (1.0 - min(min(d.x, d.y), 1.0)) * (1.0 - smoothstep(0.3, 0.8, max(width.x, width.y)));
  }
  void main() {
    float fade = 1.0 - smoothstep(0.12, 1.0, length(place) / extent);
    float lines = max(grid(spacing) * 0.5, grid(spacing * 5.0)) * strength * fade * fade;
    vec2 uv = place / contactExtent * vec2(0.5, 0.5) + 0.5;
    float inside = step(0.0, min(min(uv.x, uv.y), min(1.0 - uv.x, 1.0 - uv.y)));
    float shade = texture2D(contact, uv).a * contactStrength * inside;
    float alpha = 1.0 - (1.0 - lines) * (1.0 - shade);
    gl_FragColor = vec4(line * lines, alpha);
  }`;

/** Where the creature stands: a quiet grid, a contact shadow, the key light's shadow. */
export class Ground {
  readonly group = new THREE.Group();
  private readonly plane: THREE.Mesh<THREE.PlaneGeometry, THREE.ShaderMaterial>;
  private readonly shadow: THREE.Mesh<THREE.PlaneGeometry, THREE.ShadowMaterial>;
  private readonly home = new THREE.Vector3();
  private lineStrength = 0.3;
  private gridShown = true;

  constructor(contact: ContactShadow) {
    const material = new THREE.ShaderMaterial({
      uniforms: {
        line: { value: new THREE.Color('#ffffff') },
        strength: { value: 0.3 },
        spacing: { value: 0.1 },
        extent: { value: 6 },
        shift: { value: new THREE.Vector2() },
        contact: { value: contact.texture },
        contactExtent: { value: contact.extent },
        contactStrength: { value: 0.9 },
      },
      vertexShader,
      fragmentShader,
      transparent: true,
      depthWrite: false,
      toneMapped: false,
      premultipliedAlpha: true,
      blending: THREE.CustomBlending,
      blendSrc: THREE.OneFactor,
      blendDst: THREE.OneMinusSrcAlphaFactor,
    });
    this.plane = new THREE.Mesh(new THREE.PlaneGeometry(2, 2), material);
    this.shadow = new THREE.Mesh(new THREE.PlaneGeometry(2, 2), new THREE.ShadowMaterial({ opacity: 0.3 }));
    this.shadow.receiveShadow = true;
    this.shadow.material.depthWrite = false;
    this.shadow.renderOrder = -4;
    this.plane.renderOrder = -3;
    for (const mesh of [this.plane, this.shadow]) mesh.rotation.x = -Math.PI / 2;
    this.group.add(this.shadow, this.plane);
  }

  /** Sized to a character: `size` is its diagonal, `height` the place of its feet. */
  fit(center: THREE.Vector3, height: number, size: number, contactExtent: number): void {
    const extent = size * 4;
    this.plane.geometry.dispose();
    this.plane.geometry = new THREE.PlaneGeometry(2 * extent, 2 * extent);
    this.shadow.scale.setScalar(size * 1.6);
    this.home.set(center.x, height, center.z);
    this.group.position.copy(this.home);
    const decade = 10 ** Math.round(Math.log10(size / 12));
    this.set('spacing', decade);
    this.set('extent', extent);
    this.set('contactExtent', contactExtent);
  }

  /** Goes along with the character; its lines stay where they are in the world, or go along too. */
  travel(by: THREE.Vector3, lines: 'stay' | 'go along'): void {
    this.group.position.set(this.home.x + by.x, this.home.y, this.home.z + by.z);
    const shift = this.plane.material.uniforms.shift?.value as THREE.Vector2;
    if (lines === 'stay') shift.set(by.x, -by.z);
    else shift.set(0, 0);
  }

  setTheme(line: string, strength: number, contactStrength: number, shadow: number): void {
    (this.plane.material.uniforms.line?.value as THREE.Color).set(line).convertLinearToSRGB();
    this.lineStrength = strength;
    this.set('contactStrength', contactStrength);
    this.shadow.material.opacity = shadow;
    this.showGrid(this.gridShown);
  }

  showGrid(shown: boolean): void {
    this.gridShown = shown;
    this.set('strength', shown ? this.lineStrength : 0);
  }

  private set(name: string, value: number): void {
    const uniform = this.plane.material.uniforms[name];
    if (uniform) uniform.value = value;
  }
}
