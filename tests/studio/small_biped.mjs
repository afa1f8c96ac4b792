// A small biped as glTF text: straight legs with feet that point forward, joints listed in an order that is not
// that of the skeleton, a helper joint without flesh, and a clip in which it walks away.

/** Joints: name, parent, place in model space. */
const joints = [
  ['shin.L', 'thigh.L', [0.2, 0.5, 0]],
  ['toe.R', 'foot.R', [-0.2, 0.03, 0.2]],
  ['spine', 'hips', [0, 1.3, 0]],
  ['hips', null, [0, 1, 0]],
  ['thigh.R', 'hips', [-0.2, 0.95, 0]],
  ['thigh.L', 'hips', [0.2, 0.95, 0]],
  ['foot.L', 'shin.L', [0.2, 0.06, 0]],
  ['shin.R', 'thigh.R', [-0.2, 0.5, 0]],
  ['handle', 'spine', [0, 1.4, 0.4]],
  ['foot.R', 'shin.R', [-0.2, 0.06, 0]],
  ['toe.L', 'foot.L', [0.2, 0.03, 0.2]],
  ['head', 'spine', [0, 1.7, 0]],
];
const index = new Map(joints.map(([name], i) => [name, i]));

/** Limbs of flesh: along which joints, and how thick. */
const limbs = [
  [['hips', 'spine', 'head'], 0.16],
  [['thigh.L', 'shin.L', 'foot.L', 'toe.L'], 0.08],
  [['thigh.R', 'shin.R', 'foot.R', 'toe.R'], 0.08],
];

const ringSize = 8;
const ringsPerBone = 5;

/** A closed tube along joints; weights go over from bone to bone. */
function addTube(mesh, names, radius) {
  const places = names.map((name) => joints[index.get(name)][2]);
  const last = places.length - 1;
  const end = places[last].map((x, i) => x + 0.6 * (x - places[last - 1][i]));
  const first = mesh.positions.length / 3;
  const rings = names.length * ringsPerBone;
  for (let ring = 0; ring <= rings; ++ring) {
    const bone = Math.min(Math.floor(ring / ringsPerBone), last);
    const t = ring / ringsPerBone - bone;
    const to = places[bone + 1] ?? end;
    const center = places[bone].map((x, i) => x + t * (to[i] - x));
    const along = to.map((x, i) => x - places[bone][i]);
    const flat = Math.abs(along[2]) > Math.abs(along[1]);
    for (let k = 0; k < ringSize; ++k) {
      const [c, s] = [Math.cos((2 * Math.PI * k) / ringSize), Math.sin((2 * Math.PI * k) / ringSize)];
      const out = flat ? [radius * c, radius * s, 0] : [radius * c, 0, -radius * s];
      mesh.positions.push(...center.map((x, i) => x + out[i]));
      const over = t > 0.6 && bone < last ? (t - 0.6) / 0.8 : t < 0.4 && bone > 0 ? (0.4 - t) / 0.8 : 0;
      const other = t > 0.5 ? Math.min(bone + 1, last) : Math.max(bone - 1, 0);
      mesh.joints.push(index.get(names[bone]), index.get(names[other]), 0, 0);
      mesh.weights.push(1 - over, over, 0, 0);
    }
  }
  const isDown = places[1][1] < places[0][1];
  const triangle = (a, b, c) => mesh.indices.push(a, ...(isDown ? [c, b] : [b, c]));
  for (let ring = 0; ring < rings; ++ring)
    for (let k = 0; k < ringSize; ++k) {
      const a = first + ring * ringSize + k;
      const b = first + ring * ringSize + ((k + 1) % ringSize);
      triangle(a, b, a + ringSize);
      triangle(b, b + ringSize, a + ringSize);
    }
  for (let k = 1; k + 1 < ringSize; ++k) {
    const top = first + rings * ringSize;
    triangle(first, first + k + 1, first + k);
    triangle(top, top + k, top + k + 1);
  }
}

/** The file: walks `distance` along z in `seconds`, without moving its legs. */
export function smallBiped({ distance = 20, seconds = 4 } = {}) {
  const mesh = { positions: [], joints: [], weights: [], indices: [] };
  for (const [names, radius] of limbs) addTube(mesh, names, radius);
  const views = [];
  const accessors = [];
  let bytes = Buffer.alloc(0);
  const add = (array, type, componentType, extra = {}) => {
    const data = Buffer.from(array.buffer);
    views.push({ buffer: 0, byteOffset: bytes.length, byteLength: data.length });
    const width = { SCALAR: 1, VEC3: 3, VEC4: 4, MAT4: 16 }[type];
    accessors.push({
      bufferView: views.length - 1,
      componentType,
      count: array.length / width,
      type,
      ...extra,
    });
    bytes = Buffer.concat([bytes, data, Buffer.alloc((4 - (data.length % 4)) % 4)]);
    return accessors.length - 1;
  };
  const column = (axis) => mesh.positions.filter((_, i) => i % 3 === axis);
  const bounds = (pick) => ({ [pick]: [0, 1, 2].map((axis) => Math[pick](...column(axis))) });
  const POSITION = add(new Float32Array(mesh.positions), 'VEC3', 5126, {
    ...bounds('min'),
    ...bounds('max'),
  });
  const JOINTS_0 = add(new Uint8Array(mesh.joints), 'VEC4', 5121);
  const WEIGHTS_0 = add(new Float32Array(mesh.weights), 'VEC4', 5126);
  const indices = add(new Uint16Array(mesh.indices), 'SCALAR', 5123);
  const inverse = joints.flatMap(([, , [x, y, z]]) => [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, -x, -y, -z, 1]);
  const inverseBindMatrices = add(new Float32Array(inverse), 'MAT4', 5126);
  const input = add(new Float32Array([0, seconds]), 'SCALAR', 5126, { min: [0], max: [seconds] });
  const output = add(new Float32Array([0, 1, 0, 0, 1, distance]), 'VEC3', 5126);
  const nodes = joints.map(([name, parent, place]) => {
    const from = parent ? joints[index.get(parent)][2] : [0, 0, 0];
    const children = joints.flatMap(([, above], i) => (above === name ? [i] : []));
    return {
      name,
      translation: place.map((x, i) => x - from[i]),
      ...(children.length > 0 ? { children } : {}),
    };
  });
  const hips = index.get('hips');
  const file = {
    asset: { version: '2.0' },
    scene: 0,
    scenes: [{ name: 'Scene', nodes: [hips, joints.length] }],
    nodes: [...nodes, { name: 'body', mesh: 0, skin: 0 }],
    meshes: [{ name: 'body', primitives: [{ attributes: { POSITION, JOINTS_0, WEIGHTS_0 }, indices }] }],
    skins: [{ joints: joints.map((_, i) => i), inverseBindMatrices }],
    animations: [
      {
        name: 'away',
        channels: [{ sampler: 0, target: { node: hips, path: 'translation' } }],
        samplers: [{ input, output }],
      },
    ],
    buffers: [
      { byteLength: bytes.length, uri: `data:application/octet-stream;base64,${bytes.toString('base64')}` },
    ],
    bufferViews: views,
    accessors,
  };
  return { name: 'walker.gltf', bytes: Buffer.from(JSON.stringify(file)) };
}
