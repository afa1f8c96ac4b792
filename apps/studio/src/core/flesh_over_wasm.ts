import type { CarriedFlesh, Crossings, FleshCore } from './flesh';
import type { WasmCalls } from './wasm_calls';

/** `FleshCore` over the WebAssembly module; see flesh.ts for what each call means. */
export class FleshOverWasm implements FleshCore {
  constructor(private readonly calls: WasmCalls) {}

  carried(): readonly CarriedFlesh[] {
    return this.calls.json('carried_flesh') as CarriedFlesh[];
  }

  add(flesh: string): void {
    this.calls.withText(flesh, (text) => this.calls.run('add_flesh', text));
  }

  drop(joint: number): void {
    this.calls.run('drop_flesh', joint);
  }

  crossings(pane: number): Crossings {
    const [pairs = 0, bindPairs = 0, ...places] = this.calls.numbers('crossings', pane);
    const triangles: number[][] = [];
    for (let i = 0; i + 1 < places.length; i += 2) {
      const mesh = places[i] ?? 0;
      while (triangles.length <= mesh) triangles.push([]);
      triangles[mesh]?.push(places[i + 1] ?? 0);
    }
    return { pairs, bindPairs, triangles };
  }
}
