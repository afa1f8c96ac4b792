import type { Vec3 } from './core';
import type {
  GridPlace,
  LatticeCore,
  LatticeDrawing,
  LatticeHandle,
  LatticeInfo,
  LatticeSource,
  LatticeVolume,
  Swing,
} from './lattice';
import type { WasmCalls } from './wasm_calls';

const sources: readonly LatticeSource[] = ['points', 'surface', 'even'];
const nowhere: GridPlace = [-1, 0, 0];

/** `LatticeCore` over the WebAssembly module; see lattice.ts for what each call means. */
export class LatticeOverWasm implements LatticeCore {
  constructor(private readonly calls: WasmCalls) {}

  info(): LatticeInfo | null {
    return this.calls.json('lattice') as LatticeInfo | null;
  }

  revision(): number {
    return this.calls.value('lattice_revision');
  }

  make(source: LatticeSource, depth: number, points: number): void {
    this.calls.run('make_lattice', sources.indexOf(source), depth, points);
  }

  remove(): void {
    this.calls.run('remove_lattice');
  }

  draw(level: number): LatticeDrawing {
    const [structure, lines, handles] = this.calls.numbers('draw_lattice', level);
    const view = (name: string, count = 0): Float32Array => this.calls.floats(this.calls.value(name), count);
    return {
      structure: structure ?? 0,
      lines: view('lattice_lines', 6 * (lines ?? 0)),
      levels: view('lattice_line_levels', lines),
      handles: view('lattice_handles', 3 * (handles ?? 0)),
    };
  }

  handles(): readonly LatticeHandle[] {
    const numbers = this.calls.numbers('lattice_handle_keys');
    const handles: LatticeHandle[] = [];
    for (let i = 0; i + 3 < numbers.length; i += 4) {
      const [x = 0, y = 0, z = 0, moved] = numbers.slice(i, i + 4);
      handles.push({ place: [x, y, z], moved: moved === 1 });
    }
    return handles;
  }

  subdivide(level: number, vertex: GridPlace | null): void {
    this.at(level, vertex ?? nowhere, (key) => this.calls.run('subdivide_lattice', key));
  }

  simplify(level: number, vertex: GridPlace | null): void {
    this.at(level, vertex ?? nowhere, (key) => this.calls.run('simplify_lattice', key));
  }

  offset(level: number, vertex: GridPlace): Vec3 {
    const [x = 0, y = 0, z = 0] = this.at(level, vertex, (key) => this.calls.numbers('lattice_offset', key));
    return [x, y, z];
  }

  setOffset(level: number, vertex: GridPlace, offset: Vec3): void {
    this.at(level, vertex, (key) => this.calls.run('set_lattice_offset', key, ...offset));
  }

  resetVertex(level: number, vertex: GridPlace): void {
    this.at(level, vertex, (key) => this.calls.run('reset_lattice_vertex', key));
  }

  reset(): void {
    this.calls.run('reset_lattice');
  }

  gripVertex(level: number, vertex: GridPlace): void {
    this.at(level, vertex, (key) => this.calls.run('grip_lattice_vertex', key));
  }

  gripSurface(pane: number, origin: Vec3, direction: Vec3, level: number): Vec3 | null {
    const [x, y, z] = this.calls.withNumbers([...origin, ...direction], (ray) =>
      this.calls.numbers('grip_surface', pane, ray, level),
    );
    return x === undefined || y === undefined || z === undefined ? null : [x, y, z];
  }

  drag(by: Vec3): void {
    this.calls.run('drag_lattice', ...by);
  }

  setVolume(volume: LatticeVolume): void {
    this.calls.run('set_lattice_volume', volume === 'free' ? 1 : 0);
  }

  setSwing({ on, stiffness, damping, returnRate }: Swing): void {
    this.calls.run('set_swing', on ? 1 : 0, stiffness, damping, returnRate);
  }

  advance(seconds: number): boolean {
    return this.calls.value('advance_swing', seconds) === 1;
  }

  private at<T>(level: number, vertex: GridPlace, use: (key: number) => T): T {
    return this.calls.withIntegers([level, ...vertex], use);
  }
}
