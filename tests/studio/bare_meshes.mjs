// Meshes without a skeleton, as OBJ: what was taken off one, worn a little off its surface.

const minus = (a, b) => a.map((x, i) => x - b[i]);
const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];

function parse(text) {
  const lines = text.split('\n').map((line) => line.trim().split(/\s+/));
  return {
    vertices: lines.filter(([word]) => word === 'v').map((words) => words.slice(1, 4).map(Number)),
    faces: lines
      .filter(([word]) => word === 'f')
      .map((words) => words.slice(1).map((corner) => Number.parseInt(corner, 10) - 1)),
  };
}

function normalsOf({ vertices, faces }) {
  const sums = vertices.map(() => [0, 0, 0]);
  for (const face of faces) {
    const normal = cross(
      minus(vertices[face[1]], vertices[face[0]]),
      minus(vertices[face[2]], vertices[face[0]]),
    );
    for (const vertex of face) sums[vertex] = sums[vertex].map((x, i) => x + normal[i]);
  }
  return sums.map((sum) => sum.map((x) => x / (Math.hypot(...sum) || 1)));
}

/** The lowest and highest place of a mesh. */
export function boxOf(text) {
  const { vertices } = parse(text);
  const along = (axis) => vertices.map((place) => place[axis]);
  return {
    low: [0, 1, 2].map((axis) => along(axis).reduce((a, b) => Math.min(a, b))),
    high: [0, 1, 2].map((axis) => along(axis).reduce((a, b) => Math.max(a, b))),
  };
}

/** The faces of a mesh whose corners all are where `covers` says, `off` outside of it. */
export function garmentOver(text, off, covers) {
  const mesh = parse(text);
  const normals = normalsOf(mesh);
  const faces = mesh.faces.filter((face) => face.every((vertex) => covers(mesh.vertices[vertex])));
  const used = [...new Set(faces.flat())];
  const number = new Map(used.map((vertex, i) => [vertex, i + 1]));
  const place = (vertex) => mesh.vertices[vertex].map((x, i) => x + off * normals[vertex][i]).join(' ');
  const lines = [
    ...used.map((vertex) => `v ${place(vertex)}`),
    ...faces.map((face) => `f ${face.map((vertex) => number.get(vertex)).join(' ')}`),
  ];
  return `${lines.join('\n')}\n`;
}
