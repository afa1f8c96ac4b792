import type { NamedBytes } from './opening';
import type { StagesCore, Direction } from './stages';
import type { WasmCalls } from './wasm_calls';

/** `StagesCore` over the WebAssembly module. */
export class StagesOverWasm implements StagesCore {
  constructor(
    private readonly calls: WasmCalls,
    private readonly withFiles: <T>(files: readonly NamedBytes[], use: () => T) => T,
  ) {}

  crosses(way: Direction): boolean {
    return this.calls.value('crosses', way === 'redo' ? 1 : 0) === 1;
  }

  advance(step: string, file: NamedBytes): void {
    this.withFiles([file], () =>
      this.calls.withText(step, (name) =>
        this.calls.withText(file.name, (path) => this.calls.run('next_stage', name, path)),
      ),
    );
  }

  rigSketch(): string {
    return this.calls.text('rig_sketch');
  }

  setRigSketch(text: string, step: string): void {
    this.calls.withText(text, (sketch) =>
      this.calls.withText(step, (name) => this.calls.run('set_rig_sketch', sketch, name)),
    );
  }
}
