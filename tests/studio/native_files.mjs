// A column over two joints in formats that only the program reads: ASCII FBX and Collada.
const sides = 12;
const rings = 17;
const height = 4;
const radius = 0.5;

/** A closed column from y = 0 to 4 with a joint at the foot and one in the middle. */
function column() {
  const points = [];
  for (let ring = 0; ring < rings; ++ring)
    for (let side = 0; side < sides; ++side) {
      const angle = (2 * Math.PI * side) / sides;
      points.push([radius * Math.cos(angle), (height * ring) / (rings - 1), -radius * Math.sin(angle)]);
    }
  const triangles = [];
  for (let ring = 0; ring + 1 < rings; ++ring)
    for (let side = 0; side < sides; ++side) {
      const [a, b] = [ring * sides + side, ring * sides + ((side + 1) % sides)];
      triangles.push([a, b, b + sides], [a, b + sides, a + sides]);
    }
  const lid = points.push([0, height, 0]) - 1;
  const foot = points.push([0, 0, 0]) - 1;
  const top = (rings - 1) * sides;
  for (let side = 0; side < sides; ++side) {
    const next = (side + 1) % sides;
    triangles.push([lid, top + side, top + next], [foot, next, side]);
  }
  // They sum to 0.9, which a reader mends and notes.
  const high = points.map(([, y]) => 0.9 * smooth((y - height / 2) / 1.2 + 0.5));
  return { points, triangles, high };
}

function smooth(x) {
  const t = Math.min(Math.max(x, 0), 1);
  return t * t * (3 - 2 * t);
}

const list = (name, numbers) => `${name}: *${numbers.length} {\n\t\t\ta: ${numbers.join(',')}\n\t\t}`;
const moved = (y) => [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, y, 0, 1];

function cluster(id, name, weights, y) {
  const used = weights.flatMap((weight, vertex) => (weight > 0 ? [vertex] : []));
  return `	Deformer: ${id}, "SubDeformer::${name}", "Cluster" {
		Version: 100
		UserData: "", ""
		${list('Indexes', used)}
		${list(
      'Weights',
      used.map((vertex) => weights[vertex]),
    )}
		${list('Transform', moved(-y))}
		${list('TransformLink', moved(y))}
	}
`;
}

export function columnAsFbx(name = 'column.fbx') {
  const { points, triangles, high } = column();
  const text = `; FBX 7.4.0 project file
FBXHeaderExtension:  {
	FBXHeaderVersion: 1003
	FBXVersion: 7400
}
Objects:  {
	Geometry: 100, "Geometry::column", "Mesh" {
		${list('Vertices', points.flat())}
		${list(
      'PolygonVertexIndex',
      triangles.flatMap(([a, b, c]) => [a, b, -c - 1]),
    )}
		GeometryVersion: 124
	}
	Model: 200, "Model::shown", "Mesh" {
		Version: 232
	}
	Model: 201, "Model::low", "LimbNode" {
		Version: 232
	}
	Model: 202, "Model::high", "LimbNode" {
		Version: 232
		Properties70:  {
			P: "Lcl Translation", "Lcl Translation", "", "A",0,${height / 2},0
		}
	}
	Deformer: 300, "Deformer::", "Skin" {
		Version: 101
		Link_DeformAcuracy: 50
	}
${cluster(
  301,
  'low',
  high.map((weight) => 0.9 - weight),
  0,
)}${cluster(302, 'high', high, height / 2)}}
Connections:  {
${[
  [200, 0],
  [201, 0],
  [202, 201],
  [100, 200],
  [300, 100],
  [301, 300],
  [302, 300],
  [201, 301],
  [202, 302],
]
  .map(([from, to]) => `\tC: "OO",${from},${to}\n`)
  .join('')}}
`;
  return { name, bytes: Buffer.from(text) };
}

const source = (id, kind, type, values, stride, parameter) => `<source id="${id}">
<${kind} id="${id}-array" count="${values.length}">${values.join(' ')}</${kind}>
<technique_common><accessor source="#${id}-array" count="${values.length / stride}" stride="${stride}">
${parameter.map((name) => `<param name="${name}" type="${type}"/>`).join('')}</accessor></technique_common></source>`;

export function columnAsCollada(name = 'column.dae') {
  const { points, triangles, high } = column();
  const binds = [0, height / 2].flatMap((y) => [1, 0, 0, 0, 0, 1, 0, -y, 0, 0, 1, 0, 0, 0, 0, 1]);
  const weights = high.flatMap((weight) => [0.9 - weight, weight]);
  const text = `<?xml version="1.0" encoding="utf-8"?>
<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">
<asset><up_axis>Y_UP</up_axis></asset>
<library_geometries><geometry id="column" name="column"><mesh>
${source('places', 'float_array', 'float', points.flat(), 3, ['X', 'Y', 'Z'])}
<vertices id="corners"><input semantic="POSITION" source="#places"/></vertices>
<triangles count="${triangles.length}"><input semantic="VERTEX" source="#corners" offset="0"/>
<p>${triangles.flat().join(' ')}</p></triangles>
</mesh></geometry></library_geometries>
<library_controllers><controller id="skin"><skin source="#column">
<bind_shape_matrix>1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1</bind_shape_matrix>
${source('joints', 'Name_array', 'name', ['low', 'high'], 1, ['JOINT'])}
${source('binds', 'float_array', 'float4x4', binds, 16, ['TRANSFORM'])}
${source('weights', 'float_array', 'float', weights, 1, ['WEIGHT'])}
<joints><input semantic="JOINT" source="#joints"/><input semantic="INV_BIND_MATRIX" source="#binds"/></joints>
<vertex_weights count="${points.length}"><input semantic="JOINT" source="#joints" offset="0"/>
<input semantic="WEIGHT" source="#weights" offset="1"/>
<vcount>${points.map(() => 2).join(' ')}</vcount>
<v>${points.map((_, i) => `0 ${2 * i} 1 ${2 * i + 1}`).join(' ')}</v></vertex_weights>
</skin></controller></library_controllers>
<library_visual_scenes><visual_scene id="scene" name="Root Scene">
<node id="low" sid="low" name="low" type="JOINT">
<node id="high" sid="high" name="high" type="JOINT"><translate>0 ${height / 2} 0</translate></node></node>
<node id="shown" name="shown"><instance_controller url="#skin"><skeleton>#low</skeleton>
</instance_controller></node>
</visual_scene></library_visual_scenes>
<scene><instance_visual_scene url="#scene"/></scene>
</COLLADA>
`;
  return { name, bytes: Buffer.from(text) };
}
