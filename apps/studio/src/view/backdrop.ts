import * as THREE from 'three';

/** A wall with soft light behind the creature, drawn in picture coordinates and untouched by tone mapping. */
export class Backdrop {
  readonly mesh: THREE.Mesh<THREE.BufferGeometry, THREE.ShaderMaterial>;

  constructor() {
    const geometry = new THREE.BufferGeometry();
    geometry.setAttribute('position', new THREE.Float32BufferAttribute([-1, -1, 0, 3, -1, 0, -1, 3, 0], 3));
    const material = new THREE.ShaderMaterial({
      uniforms: { center: { value: new THREE.Color() }, edge: { value: new THREE.Color() } },
      vertexShader: `varying vec2 at;
        void main() { at = position.xy * 0.5 + 0.5; gl_Position = vec4(position.xy, 1.0, 1.0); }`,
      fragmentShader: `uniform vec3 center; uniform vec3 edge; varying vec2 at;
        float noise(vec2 p) { return fract(sin(dot(p, vec2(12.9898, 78.233))) * 43758.5453); }
        void main() {
          vec2 d = (at - vec2(0.5, 0.56)) * vec2(1.0, 1.1);
          float t = smoothstep(0.0, 0.82, length(d));
          vec3 wall = mix(center, edge, t) + (noise(gl_FragCoord.xy) - 0.5) / 255.0;
          gl_FragColor = vec4(wall, 1.0);
        }`,
      depthTest: false,
      depthWrite: false,
      toneMapped: false,
    });
    this.mesh = new THREE.Mesh(geometry, material);
    this.mesh.frustumCulled = false;
    this.mesh.renderOrder = -10;
  }

  /** Colours as shown on the screen. */
  setColors(center: string, edge: string): void {
    const { uniforms } = this.mesh.material;
    (uniforms.center?.value as THREE.Color).set(center).convertLinearToSRGB();
    (uniforms.edge?.value as THREE.Color).set(edge).convertLinearToSRGB();
  }
}
