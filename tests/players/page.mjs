// What the tests ask of three.js: load a file, go to a moment, tell where its vertices are.
import * as THREE from "three";
import { MeshoptDecoder } from "three/addons/libs/meshopt_decoder.module.js";
import { GLTFLoader } from "three/addons/loaders/GLTFLoader.js";

let gltf = null;
let mixer = null;

const meshes = () => {
  const found = [];
  gltf.scene.traverse((object) => {
    if (object.isMesh) found.push(object);
  });
  return found;
};

const triangles = (mesh) => {
  const index = mesh.geometry.index;
  const count = index ? index.count : mesh.geometry.attributes.position.count;
  return { count, at: (i) => (index ? index.getX(i) : i) };
};

// Vertices by three's own morphing and skinning, in world space.
const vertices = (mesh) => {
  const count = mesh.geometry.attributes.position.count;
  const out = new Float64Array(3 * count);
  const point = new THREE.Vector3();
  for (let i = 0; i < count; ++i) {
    mesh.getVertexPosition(i, point).applyMatrix4(mesh.matrixWorld);
    point.toArray(out, 3 * i);
  }
  return out;
};

const enclosedVolume = (mesh) => {
  const p = vertices(mesh);
  const faces = triangles(mesh);
  let sum = 0;
  for (let i = 0; i < faces.count; i += 3) {
    const [a, b, c] = [3 * faces.at(i), 3 * faces.at(i + 1), 3 * faces.at(i + 2)];
    sum +=
      p[a] * (p[b + 1] * p[c + 2] - p[b + 2] * p[c + 1]) -
      p[a + 1] * (p[b] * p[c + 2] - p[b + 2] * p[c]) +
      p[a + 2] * (p[b] * p[c + 1] - p[b + 1] * p[c]);
  }
  return sum / 6;
};

window.load = async (url) => {
  gltf = await new GLTFLoader().setMeshoptDecoder(MeshoptDecoder).loadAsync(url);
  mixer = new THREE.AnimationMixer(gltf.scene);
  return gltf.animations.map((clip) => ({ name: clip.name, duration: clip.duration }));
};

window.goTo = (clip, time) => {
  mixer.stopAllAction();
  if (clip >= 0) {
    const action = mixer.clipAction(gltf.animations[clip]);
    action.setLoop(THREE.LoopOnce);
    action.clampWhenFinished = true;
    action.play();
    mixer.setTime(time);
  }
  gltf.scene.updateMatrixWorld(true);
};

window.volume = () => meshes().reduce((sum, mesh) => sum + enclosedVolume(mesh), 0);

window.points = () => meshes().flatMap((mesh) => {
  const p = vertices(mesh);
  return Array.from({ length: p.length / 3 }, (_, i) => [p[3 * i], p[3 * i + 1], p[3 * i + 2]]);
});

let renderer = null;
window.picture = (size, view) => {
  if (!renderer) {
    renderer = new THREE.WebGLRenderer({ antialias: true, preserveDrawingBuffer: true });
    document.body.append(renderer.domElement);
  }
  renderer.setSize(size[0], size[1]);
  const scene = new THREE.Scene();
  scene.background = new THREE.Color(0xf4f1ec);
  scene.add(gltf.scene);
  scene.add(new THREE.HemisphereLight(0xffffff, 0x8d8478, 2.2));
  const sun = new THREE.DirectionalLight(0xffffff, 2.4);
  scene.add(sun);
  const box = new THREE.Box3();
  const point = new THREE.Vector3();
  for (const mesh of meshes()) {
    mesh.frustumCulled = false;
    const p = vertices(mesh);
    for (let i = 0; i < p.length; i += 3) box.expandByPoint(point.fromArray(p, i));
  }
  const centre = box.getCenter(new THREE.Vector3());
  const radius = 0.5 * box.getSize(new THREE.Vector3()).length();
  const camera = new THREE.PerspectiveCamera(28, size[0] / size[1], 0.01 * radius, 20 * radius);
  const direction = new THREE.Vector3(...view.from).normalize();
  camera.position.copy(centre).addScaledVector(direction, (view.distance * radius) / Math.tan((14 * Math.PI) / 180));
  camera.lookAt(centre);
  sun.position.copy(camera.position).addScaledVector(camera.up, radius);
  sun.target.position.copy(centre);
  scene.add(sun.target);
  renderer.render(scene, camera);
  return renderer.domElement.toDataURL("image/png");
};
window.ready = true;
