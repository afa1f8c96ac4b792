import {
  CoreError,
  type ClipInfo,
  type DrawnMesh,
  type Findings,
  type FrameBuffers,
  type FrameReport,
  type Hit,
  type JointInfo,
  type JointLoss,
  type JointTransform,
  type MaterialInfo,
  type Method,
  type NamedBytes,
  type PaneReport,
  type ScalarField,
  type SceneInfo,
  type Vec3,
} from './core';
import { FleshOverWasm } from './flesh_over_wasm';
import { LatticeOverWasm } from './lattice_over_wasm';
import { PartsOverWasm } from './parts_over_wasm';
import { StagesOverWasm } from './stages_over_wasm';
import { WasmCalls } from './wasm_calls';
import type { WasmModule } from './wasm_module';

const methods: readonly Method[] = [
  'isoskin',
  'linear',
  'dual',
  'rigid',
  'axes',
  'free',
  'linear-normal',
  'linear-axes',
  'normal',
];
const fields = ['none', 'heat', 'weight', 'map', 'painted'] as const;
const characterEndings = ['.glb', '.gltf', '.vrm', '.obj', '.bvh'];

export function endingOf(name: string): string {
  return name.slice(name.lastIndexOf('.')).toLowerCase();
}

function vec3(numbers: readonly number[], first: number): Vec3 {
  return [numbers[first] ?? 0, numbers[first + 1] ?? 0, numbers[first + 2] ?? 0];
}

/** The half of `Core` that opens, draws and poses; see core.ts for what each call means. */
export abstract class PosingOverWasm {
  readonly version: string;
  readonly lattice: LatticeOverWasm;
  readonly flesh: FleshOverWasm;
  readonly parts: PartsOverWasm;
  readonly stages: StagesOverWasm;
  protected readonly calls: WasmCalls;
  private panes: readonly Method[] = ['isoskin'];
  private vertexCounts: number[] = [];
  private jointCount = 0;
  private scalars = false;

  constructor(module: WasmModule) {
    this.calls = new WasmCalls(module);
    this.flesh = new FleshOverWasm(this.calls);
    this.lattice = new LatticeOverWasm(this.calls);
    this.parts = new PartsOverWasm(this.calls);
    this.stages = new StagesOverWasm(this.calls, (files, use) => this.withFiles(files, use));
    this.version = module.UTF8ToString(this.calls.value('version'));
  }

  scenes(): readonly SceneInfo[] {
    return this.calls.json('scenes') as SceneInfo[];
  }

  openScene(name: string): Findings {
    this.calls.withText(name, (text) => this.calls.run('open_scene', text));
    return this.opened();
  }

  open(files: readonly NamedBytes[]): Findings {
    const main = files.find((file) => characterEndings.includes(endingOf(file.name))) ?? files[0];
    if (!main) throw new CoreError('usage', 'There is no file to open.');
    this.withFiles(files, () => this.calls.withText(main.name, (text) => this.calls.run('open', text)));
    return this.opened();
  }

  addMotion(file: NamedBytes): number {
    return this.withFiles(
      [file],
      () => this.calls.withText(file.name, (text) => this.calls.numbers('add_motion', text))[0] ?? -1,
    );
  }

  findings(): Findings {
    return this.calls.json('findings') as Findings;
  }

  stripCorrection(): Findings {
    this.calls.run('strip_correction');
    return this.opened();
  }

  meshes(): readonly DrawnMesh[] {
    type Listed = Omit<DrawnMesh, 'triangles' | 'uvs' | 'colors'> & {
      readonly hasUvs: boolean;
      readonly hasColors: boolean;
    };
    const listed = this.calls.json('meshes') as Listed[];
    return listed.map((mesh, index) => ({
      name: mesh.name,
      vertexCount: mesh.vertexCount,
      sections: mesh.sections,
      triangles: new Uint32Array(this.calls.bytes('mesh_triangles', index).buffer),
      uvs: mesh.hasUvs ? new Float32Array(this.calls.bytes('mesh_uvs', index).buffer) : null,
      colors: mesh.hasColors ? new Float32Array(this.calls.bytes('mesh_colors', index).buffer) : null,
    }));
  }

  materials(): readonly MaterialInfo[] {
    return this.calls.json('materials') as MaterialInfo[];
  }

  image(index: number): { readonly mime: string; readonly bytes: Uint8Array } {
    const bytes = this.calls.bytes('image', index);
    return { mime: this.calls.lastText(), bytes };
  }

  setPanes(list: readonly Method[]): void {
    const numbers = list.map((method) => methods.indexOf(method));
    this.calls.withIntegers(numbers, (pointer) => this.calls.run('set_panes', pointer, numbers.length));
    this.panes = [...list];
  }

  setScalars(field: ScalarField): void {
    this.calls.run('set_scalars', fields.indexOf(field.kind), 'joint' in field ? field.joint : 0);
    this.scalars = field.kind !== 'none';
  }

  buildsWanted(): number {
    return this.calls.value('builds_wanted');
  }

  frame(): FrameReport {
    const start = performance.now();
    const numbers = this.calls.numbers('frame');
    const words = JSON.parse(this.calls.lastText()) as Pick<FrameReport, 'troubles' | 'amount'>;
    const panes = this.panes.map((method, i): PaneReport => {
      const target = numbers[2 * i] ?? 0;
      const volume = numbers[2 * i + 1] ?? 0;
      return { method, target, volume, error: target === 0 ? 0 : volume / target - 1 };
    });
    const joints: JointLoss[] = [];
    for (let i = 2 * panes.length; i + 3 < numbers.length; i += 4)
      joints.push({
        joint: numbers[i] ?? 0,
        loss: numbers[i + 1] ?? 0,
        displacement: numbers[i + 2] ?? 0,
        bulge: numbers[i + 3] ?? 0,
      });
    return { panes, joints, ...words, milliseconds: performance.now() - start };
  }

  buffers(pane: number, mesh: number): FrameBuffers {
    const count = this.vertexCounts[mesh] ?? 0;
    // All calls before the first view: memory that grows in a call detaches the views there are.
    const positions = this.calls.value('positions', pane, mesh);
    const normals = this.calls.value('normals', pane, mesh);
    const scalars = this.calls.value('scalars', pane, mesh);
    return {
      positions: this.calls.floats(positions, 3 * count),
      normals: this.calls.floats(normals, 3 * count),
      scalars: this.calls.floats(scalars, this.scalars ? count : 0),
    };
  }

  joints(): readonly JointInfo[] {
    return this.calls.json('joints') as JointInfo[];
  }

  jointPositions(): Float32Array {
    return this.calls.floats(this.calls.value('joint_positions'), 3 * this.jointCount);
  }

  jointMatrices(): Float32Array {
    return this.calls.floats(this.calls.value('joint_matrices'), 16 * this.jointCount);
  }

  jointTransform(joint: number): JointTransform {
    const n = this.calls.numbers('joint_transform', joint);
    return {
      translation: vec3(n, 0),
      rotation: [n[3] ?? 0, n[4] ?? 0, n[5] ?? 0, n[6] ?? 1],
      scale: vec3(n, 7),
    };
  }

  setJointTransform(joint: number, transform: JointTransform): void {
    const numbers = [...transform.translation, ...transform.rotation, ...transform.scale];
    this.calls.withNumbers(numbers, (pointer) => this.calls.run('set_joint', joint, pointer));
  }

  rotateJoint(joint: number, degrees: Vec3): void {
    this.calls.run('rotate_joint', joint, ...degrees);
  }

  jointAngles(joint: number): Vec3 {
    return vec3(this.calls.numbers('joint_angles', joint), 0);
  }

  resetPose(joint?: number): void {
    if (joint === undefined) this.calls.run('reset_pose');
    else this.calls.run('reset_joint', joint);
  }

  editedJoints(): readonly number[] {
    return this.calls.numbers('edited_joints');
  }

  pull(
    joint: number,
    target: Vec3,
    options: { readonly pole?: Vec3; readonly chain?: number } = {},
  ): { readonly reached: boolean; readonly distance: number } {
    const pole = options.pole ?? [0, 0, 0];
    const [reached, distance] = this.calls.withNumbers([...target, ...pole], (pointer) =>
      this.calls.numbers('pull', joint, pointer, options.pole ? pointer + 24 : 0, options.chain ?? 0),
    );
    return { reached: reached === 1, distance: distance ?? 0 };
  }

  limb(joint: number): readonly number[] {
    return this.calls.numbers('limb', joint);
  }

  limits(): ReadonlyMap<number, number> {
    const numbers = this.calls.numbers('limits');
    const limits = new Map<number, number>();
    for (let i = 0; i + 1 < numbers.length; i += 2) limits.set(numbers[i] ?? 0, numbers[i + 1] ?? 0);
    return limits;
  }

  setLimit(joint: number, degrees: number | null): void {
    this.calls.run('set_limit', joint, degrees ?? -1);
  }

  pick(pane: number, origin: Vec3, direction: Vec3): Hit | null {
    const n = this.calls.withNumbers([...origin, ...direction], (pointer) =>
      this.calls.numbers('pick', pane, pointer),
    );
    if (n.length === 0) return null;
    return {
      mesh: n[0] ?? 0,
      point: vec3(n, 1),
      normal: vec3(n, 4),
      joint: n[7] ?? 0,
      distance: n[8] ?? 0,
    };
  }

  nearestJoint(point: Vec3): number {
    return this.calls.numbers('nearest_joint', ...point)[0] ?? 0;
  }

  clips(): readonly ClipInfo[] {
    return this.calls.json('clips') as ClipInfo[];
  }

  clip(): number {
    return this.calls.value('clip');
  }

  setClip(index: number): void {
    this.calls.run('set_clip', index);
  }

  time(): number {
    return this.calls.value('time');
  }

  setTime(seconds: number): void {
    this.calls.run('set_time', seconds);
  }

  advance(seconds: number, mode: 'loop' | 'once'): number {
    return this.calls.value('advance', seconds, mode === 'loop' ? 1 : 0);
  }

  keyPose(): void {
    this.calls.run('key_pose');
  }

  removeKey(time: number): void {
    this.calls.run('remove_key', time);
  }

  newClip(name: string): number {
    return this.calls.withText(name, (text) => this.calls.numbers('new_clip', text))[0] ?? -1;
  }

  protected opened(): Findings {
    this.scalars = false;
    this.vertexCounts = this.listCounts();
    this.jointCount = this.joints().length;
    return this.findings();
  }

  private listCounts(): number[] {
    const listed = this.calls.json('meshes') as { readonly vertexCount: number }[];
    return listed.map((mesh) => mesh.vertexCount);
  }

  private withFiles<T>(files: readonly NamedBytes[], use: () => T): T {
    try {
      for (const file of files)
        this.calls.withText(file.name, (name) =>
          this.calls.withBytes(file.bytes, (pointer) =>
            this.calls.run('put_file', name, pointer, file.bytes.length),
          ),
        );
      return use();
    } finally {
      this.calls.run('clear_files');
    }
  }
}
