import {
  type Base,
  type Brush,
  type Core,
  type Effect,
  type ErrorGraph,
  type ExportedFile,
  type ExportInfo,
  type ExportKind,
  type ExportOptions,
  type Findings,
  type GraphProgress,
  type History,
  type JointSettings,
  type Knot,
  type Vec3,
  type VolumeSettings,
  type WeightsCommand,
} from './core';
import { endingOf, PosingOverWasm } from './posing_over_wasm';
import type { Direction } from './stages';

const brushModes = ['add', 'subtract', 'replace', 'smooth'] as const;
const falloffs = ['constant', 'linear', 'smooth'] as const;
const axes = ['x', 'y', 'z'] as const;

const mimes: Readonly<Record<string, string>> = {
  glb: 'model/gltf-binary',
  obj: 'model/obj',
  json: 'application/json',
  html: 'text/html',
};

function knotsOf(numbers: readonly number[]): Knot[] {
  const knots: Knot[] = [];
  for (let i = 0; i + 1 < numbers.length; i += 2)
    knots.push({ place: numbers[i] ?? 0, amount: numbers[i + 1] ?? 0 });
  return knots;
}

/** `Core` over the WebAssembly module; see core.ts for what each call means. */
export class CoreOverWasm extends PosingOverWasm implements Core {
  settings(): VolumeSettings {
    return { shares: null, ...(this.calls.json('settings') as Omit<VolumeSettings, 'shares'>) };
  }

  setSettings(change: Partial<VolumeSettings>): void {
    this.calls.withText(JSON.stringify(change), (text) => this.calls.run('change_settings', text));
  }

  base(): Base {
    return this.calls.value('base') === 1 ? 'dual' : 'linear';
  }

  setBase(base: Base): void {
    this.calls.run('set_base', base === 'dual' ? 1 : 0);
  }

  settingsJson(): string {
    return this.calls.text('settings_json');
  }

  setSettingsJson(text: string): void {
    this.calls.withText(text, (pointer) => this.calls.run('set_settings_json', pointer));
  }

  jointSettings(joint: number): JointSettings {
    const own = this.calls.json('joint_settings', joint) as Partial<JointSettings>;
    return { effect: null, profile: null, gain: null, flexor: null, shares: null, amount: null, ...own };
  }

  setJointSettings(joint: number, change: Partial<JointSettings>): void {
    const words = change.profile
      ? { ...change, profile: change.profile.map((knot) => [knot.place, knot.amount]) }
      : change;
    this.calls.withText(JSON.stringify(words), (text) =>
      this.calls.run('change_joint_settings', joint, text),
    );
  }

  profile(joint: number): readonly Knot[] {
    return knotsOf(this.calls.numbers('profile', joint));
  }

  sampleProfile(knots: readonly Knot[], count: number): Float32Array {
    const numbers = knots.flatMap((knot) => [knot.place, knot.amount]);
    return Float32Array.from(
      this.calls.withNumbers(numbers, (pointer) =>
        this.calls.numbers('sample_profile', pointer, knots.length, count),
      ),
    );
  }

  presetProfile(effect: Effect): readonly Knot[] {
    return knotsOf(this.calls.withText(effect, (text) => this.calls.numbers('preset_profile', text)));
  }

  beginStroke(brush: Brush): void {
    const numbers = [
      brush.target === 'weights' ? 0 : 1,
      brush.joint,
      brushModes.indexOf(brush.mode),
      brush.value,
      brush.strength,
      brush.radius,
      falloffs.indexOf(brush.falloff),
      brush.mirror === 'none' ? -1 : axes.indexOf(brush.mirror),
    ];
    this.calls.withNumbers(numbers, (pointer) => this.calls.run('begin_stroke', pointer));
  }

  dab(pane: number, point: Vec3, pressure: number): void {
    this.calls.run('dab', pane, ...point, pressure);
  }

  endStroke(): void {
    this.calls.run('end_stroke');
  }

  weightsCommand(command: WeightsCommand): void {
    if (command.kind === 'normalise') this.calls.run('weights_command', 0, 0, 0);
    else if (command.kind === 'prune') this.calls.run('weights_command', 1, command.below, 0);
    else if (command.kind === 'limit') this.calls.run('weights_command', 2, command.influences, 0);
    else if (command.kind === 'smooth') this.calls.run('weights_command', 3, command.joint, command.rounds);
    else
      this.calls.run('weights_command', 4, axes.indexOf(command.axis), command.from === 'positive' ? 1 : 0);
  }

  clearPaint(joint: number): void {
    this.calls.run('clear_paint', joint);
  }

  setLock(joint: number, locked: boolean): void {
    this.calls.run('set_lock', joint, locked ? 1 : 0);
  }

  locks(): readonly number[] {
    return this.calls.numbers('locks');
  }

  beginErrorGraph(framesPerSecond: number): GraphProgress {
    return this.progress(this.calls.numbers('begin_graph', framesPerSecond));
  }

  stepErrorGraph(milliseconds: number): GraphProgress {
    const end = performance.now() + milliseconds;
    for (;;) {
      const progress = this.progress(this.calls.numbers('step_graph', 1));
      if (progress.finished || performance.now() >= end) return progress;
    }
  }

  errorGraph(): ErrorGraph | null {
    const numbers = this.calls.numbers('graph');
    if (numbers.length === 0) return null;
    const count = (numbers.length - 1) / 3;
    const part = (i: number): Float64Array =>
      Float64Array.from(numbers.slice(1 + i * count, 1 + (i + 1) * count));
    const [times, skinned, corrected] = [part(0), part(1), part(2)];
    const frame = numbers[0] ?? 0;
    return {
      times,
      skinned,
      corrected,
      worst: {
        frame,
        time: times[frame] ?? 0,
        skinned: skinned[frame] ?? 0,
        corrected: corrected[frame] ?? 0,
      },
    };
  }

  cancelErrorGraph(): void {
    this.calls.run('cancel_graph');
  }

  exports(): readonly ExportInfo[] {
    return this.calls.json('exports') as ExportInfo[];
  }

  export(kind: ExportKind, options: ExportOptions = {}): ExportedFile {
    const bytes = this.calls.withText(kind, (name) =>
      this.calls.withText(JSON.stringify(options), (asked) => this.calls.bytes('export', name, asked)),
    );
    const name = this.calls.lastText();
    return { name, mime: mimes[endingOf(name).slice(1)] ?? 'application/octet-stream', bytes };
  }

  beginGesture(name: string): void {
    this.calls.withText(name, (text) => this.calls.run('begin_gesture', text));
  }

  endGesture(): void {
    this.calls.run('end_gesture');
  }

  cancelGesture(): void {
    this.calls.run('cancel_gesture');
  }

  history(): History {
    return this.calls.json('history') as History;
  }

  undo(): string | null {
    return this.stepOf('undo');
  }

  redo(): string | null {
    return this.stepOf('redo');
  }

  stateHash(): string {
    return this.calls.text('state_hash');
  }

  revision(): number {
    return this.calls.value('revision');
  }

  serialise(): Uint8Array {
    return this.calls.bytes('serialise');
  }

  restore(bytes: Uint8Array): Findings {
    this.calls.withBytes(bytes, (pointer) => this.calls.run('restore', pointer, bytes.length));
    return this.opened();
  }

  serialiseHistory(): Uint8Array {
    return this.calls.bytes('serialise_history');
  }

  restoreHistory(bytes: Uint8Array): void {
    this.calls.withBytes(bytes, (pointer) => this.calls.run('restore_history', pointer, bytes.length));
  }

  memoryImage(): Uint8Array<ArrayBuffer> {
    return this.calls.memoryImage();
  }

  takeOver(image: Uint8Array): Findings {
    this.calls.takeOver(image);
    return this.opened();
  }

  goOnFrom(image: Uint8Array): void {
    this.calls.takeOver(image);
  }

  memory(): number {
    return this.calls.value('memory_in_use');
  }

  private progress(numbers: readonly number[]): GraphProgress {
    const [done, total] = [numbers[0] ?? 0, numbers[1] ?? 0];
    return { done, total, finished: done >= total };
  }

  private stepOf(way: Direction): string | null {
    const [there] = this.calls.numbers('take_step', way === 'redo' ? 1 : 0);
    return there === 1 ? this.calls.lastText() : null;
  }
}
