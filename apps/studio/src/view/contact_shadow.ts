import * as THREE from 'three';

const resolution = 256;

const blurShader = `uniform sampler2D source; uniform vec2 step; varying vec2 at;
  void main() {
    vec4 sum = texture2D(source, at) * 0.1633;
    sum += (texture2D(source, at + step) + texture2D(source, at - step)) * 0.1531;
    sum += (texture2D(source, at + 2.0 * step) + texture2D(source, at - 2.0 * step)) * 0.12245;
    sum += (texture2D(source, at + 3.0 * step) + texture2D(source, at - 3.0 * step)) * 0.0918;
    sum += (texture2D(source, at + 4.0 * step) + texture2D(source, at - 4.0 * step)) * 0.051;
    gl_FragColor = sum;
  }`;

/** How near the creature is to the ground, seen from below and blurred: darkest where it stands. */
export class ContactShadow {
  extent = 1;
  private readonly camera = new THREE.OrthographicCamera(-1, 1, 1, -1, 0, 1);
  private readonly home = new THREE.Vector3();
  private readonly targets = [0, 1].map(() => new THREE.WebGLRenderTarget(resolution, resolution));
  private readonly depth = new THREE.ShaderMaterial({
    vertexShader: `varying float height;
      void main() { gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
        height = gl_Position.z * 0.5 + 0.5; }`,
    fragmentShader: `varying float height;
      void main() { float near = 1.0 - clamp(height, 0.0, 1.0); gl_FragColor = vec4(0.0, 0.0, 0.0, near * near); }`,
    side: THREE.DoubleSide,
    blending: THREE.CustomBlending,
    blendEquation: THREE.MaxEquation,
    blendSrc: THREE.OneFactor,
    blendDst: THREE.OneFactor,
  });
  private readonly blur = new THREE.ShaderMaterial({
    uniforms: { source: { value: null }, step: { value: new THREE.Vector2() } },
    vertexShader: `varying vec2 at; void main() { at = uv; gl_Position = vec4(position.xy, 0.0, 1.0); }`,
    fragmentShader: blurShader,
    depthTest: false,
    depthWrite: false,
    blending: THREE.NoBlending,
  });
  private readonly quad = new THREE.Mesh(new THREE.PlaneGeometry(2, 2), this.blur);
  private readonly flat = new THREE.OrthographicCamera(-1, 1, 1, -1, 0, 1);

  get texture(): THREE.Texture {
    const target = this.targets[0];
    if (!target) throw new Error('no target for the contact shadow');
    return target.texture;
  }

  fit(center: THREE.Vector3, height: number, extent: number, reach: number): void {
    this.extent = extent;
    Object.assign(this.camera, {
      left: -extent,
      right: extent,
      top: extent,
      bottom: -extent,
      near: 0,
      far: reach,
    });
    this.camera.position.set(center.x, height - 0.001 * extent, center.z);
    this.home.copy(this.camera.position);
    // Looking up, turned so that the picture lies on the ground as the ground's own coordinates do.
    this.camera.up.set(0, 0, 1);
    this.camera.lookAt(center.x, height + 1, center.z);
    this.camera.updateProjectionMatrix();
    this.camera.updateMatrixWorld();
  }

  /** Moves along with the character, over the ground. */
  travel(by: THREE.Vector3): void {
    this.camera.position.set(this.home.x + by.x, this.home.y, this.home.z + by.z);
    this.camera.updateMatrixWorld();
  }

  /** Draws what `scene` shows from below. */
  update(renderer: THREE.WebGLRenderer, scene: THREE.Scene): void {
    const [a, b] = this.targets;
    if (!a || !b) return;
    const autoUpdate = renderer.shadowMap.autoUpdate;
    renderer.shadowMap.autoUpdate = false;
    scene.overrideMaterial = this.depth;
    renderer.setRenderTarget(a);
    renderer.setClearColor(0x000000, 0);
    renderer.clear();
    renderer.render(scene, this.camera);
    scene.overrideMaterial = null;
    this.pass(renderer, a, b, 1 / resolution, 0);
    this.pass(renderer, b, a, 0, 1 / resolution);
    this.pass(renderer, a, b, 2.2 / resolution, 0);
    this.pass(renderer, b, a, 0, 2.2 / resolution);
    renderer.setRenderTarget(null);
    renderer.shadowMap.autoUpdate = autoUpdate;
  }

  private pass(
    renderer: THREE.WebGLRenderer,
    from: THREE.WebGLRenderTarget,
    to: THREE.WebGLRenderTarget,
    x: number,
    y: number,
  ): void {
    const { source, step } = this.blur.uniforms;
    if (source) source.value = from.texture;
    (step?.value as THREE.Vector2).set(x, y);
    renderer.setRenderTarget(to);
    renderer.render(this.quad, this.flat);
  }
}
