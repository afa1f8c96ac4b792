import * as THREE from 'three';
import type { Core, MaterialInfo } from '../core/core';
import type { Quality } from './quality';
import { heatRamp, rampTexture, type Ramp } from './color_ramp';

/** The surface of the creature: its own materials, or a scalar field in the colours of a ramp. */
const seenThrough = 0.35; // of a body with joints inside

export class Materials {
  readonly list: THREE.MeshStandardMaterial[] = [];
  /** Of meshes without a material: the first is a body as a rule, the others are worn. */
  private readonly plain: readonly THREE.MeshStandardMaterial[];
  private readonly shared = {
    ramp: { value: rampTexture(heatRamp) },
    rampRange: { value: new THREE.Vector2(heatRamp.low, heatRamp.high) },
    rampShown: { value: 0 },
  };
  private ramp: Ramp = heatRamp;
  private translucent = false;

  constructor(private readonly quality: Quality) {
    this.plain = ['#c9a48f', '#7d8cab'].map((color) => this.make(null, color));
  }

  load(core: Core, redraw: () => void): void {
    for (const material of this.list) {
      material.map?.dispose();
      material.dispose();
    }
    this.list.length = 0;
    const images = new Map<number, Promise<THREE.Texture>>();
    for (const info of core.materials()) {
      const material = this.make(info);
      this.applyTranslucency(material);
      this.list.push(material);
      if (info.image < 0) continue;
      const image = images.get(info.image) ?? loadImage(core, info.image);
      images.set(info.image, image);
      void image.then(
        (texture) => {
          material.map = texture;
          material.needsUpdate = true;
          redraw();
        },
        () => undefined,
      );
    }
  }

  /** That of a section of a mesh; -1: it has none. */
  of(index: number, mesh: number): THREE.MeshStandardMaterial {
    const plain = this.plain[Math.min(mesh, this.plain.length - 1)];
    return this.list[index] ?? plain ?? this.make(null);
  }

  /** Shows scalars in the colours of `ramp`; null: the materials as they are. */
  showRamp(ramp: Ramp | null): void {
    this.shared.rampShown.value = ramp ? 1 : 0;
    if (!ramp) return;
    this.shared.rampRange.value.set(ramp.low, ramp.high);
    if (ramp === this.ramp) return;
    this.ramp = ramp;
    this.shared.ramp.value.dispose();
    this.shared.ramp.value = rampTexture(ramp);
  }

  /** Something inside is shown. */
  setTranslucent(translucent: boolean): void {
    if (translucent === this.translucent) return;
    this.translucent = translucent;
    for (const material of [...this.plain, ...this.list]) this.applyTranslucency(material);
  }

  private applyTranslucency(material: THREE.Material): void {
    material.transparent = this.translucent;
    material.opacity = this.translucent ? seenThrough : 1;
    material.needsUpdate = true;
  }

  setWireframe(shown: boolean): void {
    for (const material of [...this.plain, ...this.list]) material.wireframe = shown;
  }

  private make(info: MaterialInfo | null, color = '#ffffff'): THREE.MeshStandardMaterial {
    const rough = info?.roughness ?? 0.62;
    const plain = {
      color: new THREE.Color(color),
      roughness: Math.max(rough, 0.08),
      metalness: info?.metallic ?? 0,
      vertexColors: true,
      side: info?.doubleSided ? THREE.DoubleSide : THREE.FrontSide,
      alphaTest: Math.max(info?.alphaCutoff ?? 0, 0),
    };
    const soft = this.quality === 'high' && rough > 0.35 && !info?.metallic;
    // Skin has a breath of light at grazing angles.
    const sheen = { sheen: 0.16, sheenRoughness: 0.4, sheenColor: new THREE.Color('#a9bcf0') };
    const material = soft
      ? new THREE.MeshPhysicalMaterial({ ...plain, ...sheen })
      : new THREE.MeshStandardMaterial(plain);
    if (info) material.color.setRGB(info.baseColor[0], info.baseColor[1], info.baseColor[2]);
    material.onBeforeCompile = (shader) => this.addRamp(shader);
    return material;
  }

  private addRamp(shader: THREE.WebGLProgramParametersWithUniforms): void {
    Object.assign(shader.uniforms, this.shared);
    shader.vertexShader = shader.vertexShader
      .replace('#include <common>', 'attribute float scalar; varying float vScalar;\n#include <common>')
      .replace('#include <begin_vertex>', 'vScalar = scalar;\n#include <begin_vertex>');
    shader.fragmentShader = shader.fragmentShader
      .replace(
        '#include <common>',
        `varying float vScalar; uniform sampler2D ramp; uniform vec2 rampRange; uniform float rampShown;
        #include <common>`,
      )
      .replace(
        '#include <color_fragment>',
        `#include <color_fragment>
        float rampPlace = clamp((vScalar - rampRange.x) / (rampRange.y - rampRange.x), 0.0, 1.0);
        vec3 rampColor = texture2D(ramp, vec2((rampPlace * 8.0 + 0.5) / 9.0, 0.5)).rgb;
        diffuseColor.rgb = mix(diffuseColor.rgb, rampColor, rampShown);`,
      )
      .replace(
        '#include <roughnessmap_fragment>',
        '#include <roughnessmap_fragment>\nroughnessFactor = mix(roughnessFactor, 0.8, rampShown);',
      );
  }
}

async function loadImage(core: Core, index: number): Promise<THREE.Texture> {
  const { mime, bytes } = core.image(index);
  const bitmap = await createImageBitmap(new Blob([new Uint8Array(bytes)], { type: mime }));
  const texture = new THREE.Texture(bitmap);
  texture.flipY = false;
  texture.colorSpace = THREE.SRGBColorSpace;
  texture.wrapS = THREE.RepeatWrapping;
  texture.wrapT = THREE.RepeatWrapping;
  texture.needsUpdate = true;
  return texture;
}
