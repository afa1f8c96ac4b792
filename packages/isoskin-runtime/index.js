// The run-time of isoskin in WebAssembly: morph weights that keep the volume of a baked character.

// What the module asks of its surroundings: nothing that a character needs.
const surroundings = () => new Proxy({}, { get: () => () => 0 });

/// Compiles the module. `source` is its bytes, or a response that brings them.
export const loadRuntime = async (source) => {
  const bytes = source instanceof ArrayBuffer || ArrayBuffer.isView(source) ? source : await (await source).arrayBuffer();
  const module = await WebAssembly.compile(bytes);
  const imports = {};
  for (const { module: name } of WebAssembly.Module.imports(module)) imports[name] ??= surroundings();
  const { exports } = await WebAssembly.instantiate(module, imports);
  exports._initialize?.();
  return new Runtime(exports);
};

class Runtime {
  #wasm;

  constructor(wasm) {
    this.#wasm = wasm;
  }

  /// Opens the data that `isoskin bake --runtime` wrote beside a file (OUT.isoskin).
  open(data) {
    const bytes = new Uint8Array(data);
    const at = this.#wasm.malloc(bytes.length);
    new Uint8Array(this.#wasm.memory.buffer, at, bytes.length).set(bytes);
    const handle = this.#wasm.isoskin_runtime_open(at, bytes.length);
    this.#wasm.free(at);
    if (handle === 0) throw new Error(`isoskin-runtime: ${text(this.#wasm, this.#wasm.isoskin_runtime_error())}`);
    return new Character(this.#wasm, handle);
  }
}

const text = (wasm, at) => {
  const bytes = new Uint8Array(wasm.memory.buffer, at);
  return new TextDecoder().decode(bytes.subarray(0, bytes.indexOf(0)));
};

/// One character. `meshes` lists name, jointCount and the names of the weights of each mesh.
class Character {
  #wasm;
  #handle;
  #places = [];

  constructor(wasm, handle) {
    this.#wasm = wasm;
    this.#handle = handle;
    this.meshes = Array.from({ length: wasm.isoskin_runtime_mesh_count(handle) }, (_, mesh) => ({
      name: text(wasm, wasm.isoskin_runtime_mesh_name(handle, mesh)),
      jointCount: wasm.isoskin_runtime_joint_count(handle, mesh),
      weightNames: Array.from({ length: wasm.isoskin_runtime_weight_count(handle, mesh) }, (_, k) =>
        text(wasm, wasm.isoskin_runtime_weight_name(handle, mesh, k))),
    }));
    for (const mesh of this.meshes)
      this.#places.push({ palette: wasm.malloc(64 * mesh.jointCount), weights: wasm.malloc(4 * mesh.weightNames.length) });
  }

  /// Weights of the targets of a mesh, in the order of `weightNames`, valid until the next call.
  /// `palette`: 16 floats for each joint, its matrix times the inverse bind matrix, column by column.
  /// `refused` of the result counts parts that cannot keep their volume in this pose.
  solve(mesh, palette) {
    const { jointCount, weightNames } = this.meshes[mesh];
    const place = this.#places[mesh];
    new Float32Array(this.#wasm.memory.buffer, place.palette, 16 * jointCount).set(palette.subarray(0, 16 * jointCount));
    const refused = this.#wasm.isoskin_runtime_solve(this.#handle, mesh, place.palette, place.weights);
    return { weights: new Float32Array(this.#wasm.memory.buffer, place.weights, weightNames.length), refused };
  }

  close() {
    for (const place of this.#places) {
      this.#wasm.free(place.palette);
      this.#wasm.free(place.weights);
    }
    this.#wasm.isoskin_runtime_close(this.#handle);
    this.#handle = 0;
  }
}
