// A character with sliders for every joint. The volume shown is that of the vertices as three.js' own
// vertex shader places them: they are drawn into a texture and read back.
// usage: example.html?file=NAME.glb (NAME.isoskin beside it)
import * as THREE from "three";
import { GLTFLoader } from "three/addons/loaders/GLTFLoader.js";
import { OrbitControls } from "three/addons/controls/OrbitControls.js";
import { loadRuntime } from "./index.js";
import { keepVolume } from "./three.js";

const file = new URLSearchParams(location.search).get("file");
const stage = document.getElementById("stage");
const renderer = new THREE.WebGLRenderer({ antialias: true, preserveDrawingBuffer: true });
stage.append(renderer.domElement);
const scene = new THREE.Scene();
scene.background = new THREE.Color(0xf4f1ec);
scene.add(new THREE.HemisphereLight(0xffffff, 0x8d8478, 2.2));
const sun = new THREE.DirectionalLight(0xffffff, 2.4);
scene.add(sun);

const gltf = await new GLTFLoader().loadAsync(file);
scene.add(gltf.scene);
const runtime = await loadRuntime(fetch("isoskin_runtime.wasm"));
const character = runtime.open(await (await fetch(file.replace(/\.(glb|gltf)$/, ".isoskin"))).arrayBuffer());
const keeper = keepVolume(character, gltf.scene);
const meshes = [];
gltf.scene.traverse((object) => {
  if (!object.isMesh) return;
  object.frustumCulled = false;
  meshes.push(object);
});

// One texel a vertex: the shader of the mesh places the vertex as ever, then sends its place to the texel.
const readBack = (mesh) => {
  const count = mesh.geometry.attributes.position.count;
  const width = Math.min(count, 1024);
  const height = Math.ceil(count / width);
  const target = new THREE.WebGLRenderTarget(width, height, { type: THREE.FloatType, minFilter: THREE.NearestFilter, magFilter: THREE.NearestFilter, depthBuffer: false });
  const material = new THREE.MeshBasicMaterial();
  material.onBeforeCompile = (shader) => {
    shader.vertexShader = shader.vertexShader
      .replace("void main() {", "varying vec3 vPlace;\nvoid main() {")
      .replace("#include <project_vertex>", `vPlace = (modelMatrix * vec4(transformed, 1.0)).xyz;
        vec2 texel = vec2(float(gl_VertexID % ${width}), float(gl_VertexID / ${width})) + 0.5;
        vec4 mvPosition = vec4(0.0);
        gl_Position = vec4(texel / vec2(${width}.0, ${height}.0) * 2.0 - 1.0, 0.0, 1.0);
        gl_PointSize = 1.0;`);
    shader.fragmentShader = "varying vec3 vPlace;\nvoid main() { gl_FragColor = vec4(vPlace, 1.0); }";
  };
  material.customProgramCacheKey = () => `${width}x${height}`; // or all meshes would share the first one's numbers
  // Points of the same geometry, skinned and morphed by three.js as the mesh is.
  const points = new THREE.SkinnedMesh(mesh.geometry.clone().setIndex(null), material);
  points.isPoints = true;
  points.isMesh = false;
  if (mesh.isSkinnedMesh) points.bind(mesh.skeleton, mesh.bindMatrix);
  points.morphTargetInfluences = mesh.morphTargetInfluences;
  points.frustumCulled = false;
  points.matrixAutoUpdate = false;
  const alone = new THREE.Scene();
  alone.add(points);
  const camera = new THREE.Camera();
  const pixels = new Float32Array(4 * width * height);
  return () => {
    points.matrixWorld.copy(mesh.matrixWorld);
    points.matrix.copy(mesh.matrixWorld);
    renderer.setRenderTarget(target);
    renderer.setClearColor(0, 0);
    renderer.clear();
    renderer.render(alone, camera);
    renderer.readRenderTargetPixels(target, 0, 0, width, height, pixels);
    renderer.setRenderTarget(null);
    return pixels;
  };
};
const readers = meshes.map(readBack);

const enclosed = (mesh, p) => {
  const index = mesh.geometry.index;
  const count = index ? index.count : mesh.geometry.attributes.position.count;
  const at = (i) => 4 * (index ? index.getX(i) : i);
  let sum = 0;
  for (let i = 0; i < count; i += 3) {
    const [a, b, c] = [at(i), at(i + 1), at(i + 2)];
    sum += p[a] * (p[b + 1] * p[c + 2] - p[b + 2] * p[c + 1]) - p[a + 1] * (p[b] * p[c + 2] - p[b + 2] * p[c]) + p[a + 2] * (p[b] * p[c + 1] - p[b + 1] * p[c]);
  }
  return sum / 6;
};
const volumeOnGpu = () => meshes.reduce((sum, mesh, k) => sum + enclosed(mesh, readers[k]()), 0);

const setWeights = () => {
  gltf.scene.updateMatrixWorld(true);
  if (document.getElementById("keep").checked) keeper.update();
  else for (const mesh of meshes) mesh.morphTargetInfluences?.fill(0);
};

const box = new THREE.Box3().setFromObject(gltf.scene, true);
const centre = box.getCenter(new THREE.Vector3());
const radius = 0.5 * box.getSize(new THREE.Vector3()).length();
const camera = new THREE.PerspectiveCamera(30, 1, 0.01 * radius, 50 * radius);
camera.position.copy(centre).add(new THREE.Vector3(2.6, 1.2, 3.2).multiplyScalar(radius));
sun.position.copy(centre).add(new THREE.Vector3(2, 5, 4).multiplyScalar(radius));
const controls = new OrbitControls(camera, renderer.domElement);
controls.target.copy(centre);
controls.update();

setWeights();
const rest = volumeOnGpu();
const draw = () => {
  setWeights();
  const volume = volumeOnGpu();
  document.getElementById("volume").textContent = `volume ${((volume / rest - 1) * 100).toFixed(4)} %`;
  const size = [stage.clientWidth, window.innerHeight];
  camera.aspect = size[0] / size[1];
  camera.updateProjectionMatrix();
  renderer.setSize(...size);
  renderer.render(scene, camera);
  return volume;
};

const bones = [...new Set(meshes.flatMap((mesh) => mesh.skeleton?.bones ?? []))];
for (const bone of bones) {
  const set = document.createElement("fieldset");
  set.innerHTML = `<legend></legend>`;
  set.firstChild.textContent = bone.name;
  const start = bone.quaternion.clone();
  const angles = new THREE.Euler();
  for (const axis of ["x", "y", "z"]) {
    const label = document.createElement("label");
    label.textContent = axis;
    const slider = Object.assign(document.createElement("input"), { type: "range", min: -120, max: 120, value: 0, ariaLabel: `${bone.name} ${axis}` });
    slider.addEventListener("input", () => {
      angles[axis] = (slider.valueAsNumber * Math.PI) / 180;
      bone.quaternion.copy(start).multiply(new THREE.Quaternion().setFromEuler(angles));
      draw();
    });
    label.append(slider);
    set.append(label);
  }
  document.getElementById("sliders").append(set);
}
controls.addEventListener("change", draw);
window.addEventListener("resize", draw);
document.getElementById("keep").addEventListener("change", draw);
draw();

// For tests: a pose by sliders, and how long the weights take.
Object.assign(window, {
  bones, draw, rest,
  turn: (number, angles) => {
    bones[number].userData.start ??= bones[number].quaternion.clone();
    bones[number].quaternion.copy(bones[number].userData.start).multiply(new THREE.Quaternion().setFromEuler(new THREE.Euler(...angles)));
  },
  // The quickest of many tries: what the solve takes where nothing else takes the processor.
  microseconds: (tries) => {
    const palettes = character.meshes.map((mesh) => meshes.find((object) => object.skeleton?.bones.length === mesh.jointCount).skeleton.boneMatrices);
    const times = 10;
    let best = Infinity;
    for (let i = 0; i < tries; ++i) {
      const start = performance.now();
      for (let k = 0; k < times; ++k) palettes.forEach((palette, mesh) => character.solve(mesh, palette));
      best = Math.min(best, ((performance.now() - start) * 1000) / times);
    }
    return best;
  },
  ready: true,
});
