import type { Vec3 } from './core';
import type { PartInfo, PartKey, PartsCore } from './parts';
import type { WasmCalls } from './wasm_calls';

/** `PartsCore` over the WebAssembly module; see parts.ts for what each call means. */
export class PartsOverWasm implements PartsCore {
  constructor(private readonly calls: WasmCalls) {}

  list(): readonly PartInfo[] {
    return this.calls.json('parts') as PartInfo[];
  }

  ofTriangles(mesh: number): Uint32Array {
    return new Uint32Array(this.calls.bytes('part_triangles', mesh).buffer);
  }

  pick(pane: number, origin: Vec3, direction: Vec3): PartKey | null {
    const [mesh, part] = this.calls.withNumbers([...origin, ...direction], (ray) =>
      this.calls.numbers('pick_part', pane, ray),
    );
    return mesh === undefined || part === undefined ? null : { mesh, part };
  }

  exclude({ mesh, part }: PartKey, excluded: boolean): void {
    this.calls.run('exclude_part', mesh, part, excluded ? 1 : 0);
  }

  makeRigid({ mesh, part }: PartKey): void {
    this.calls.run('make_part_rigid', mesh, part);
  }

  followBody({ mesh, part }: PartKey): void {
    this.calls.run('follow_body', mesh, part);
  }

  turnInsideOut({ mesh, part }: PartKey): void {
    this.calls.run('turn_part', mesh, part);
  }

  facesRevision(): number {
    return this.calls.value('faces_revision');
  }
}
