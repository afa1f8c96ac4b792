import type { NamedBytes } from './opening';
import type {
  Bound,
  FleshReport,
  FleshWish,
  FoundJoint,
  FoundRig,
  Made,
  PlannedFlesh,
  RigWish,
} from './makers';
import { WasmCalls } from './wasm_calls';
import type { WasmModule } from './wasm_module';

/** The makers, compiled to WebAssembly, as typed calls. Files are laid down first and named. */
export class MakersOverWasm {
  private readonly calls: WasmCalls;

  constructor(module: WasmModule) {
    this.calls = new WasmCalls(module);
  }

  /** Finds a skeleton for the first file; the others are those it names. */
  rig(files: readonly NamedBytes[], wish: RigWish): FoundRig {
    return this.made(files, 'rig', nameOf(files), JSON.stringify(wish)).report as FoundRig;
  }

  /** Hangs the first file on joints and makes its weights. */
  bind(files: readonly NamedBytes[], joints: readonly FoundJoint[]): Made<Bound> {
    return this.made(files, 'bind', nameOf(files), JSON.stringify(joints)) as Made<Bound>;
  }

  /** Puts clothes on a body; `garment` is the first of its files. */
  dress(body: NamedBytes, garment: readonly NamedBytes[]): Made<Bound> {
    return this.made([body, ...garment], 'dress', body.name, nameOf(garment)) as Made<Bound>;
  }

  /** What `makeFlesh` would do with the same wish. */
  planFlesh(files: readonly NamedBytes[], wish: FleshWish): readonly PlannedFlesh[] {
    return this.made(files, 'plan_flesh', nameOf(files), JSON.stringify(wish)).report as PlannedFlesh[];
  }

  /** Simulates the flesh of joints of a character; joints that are done are told of by `onNews` of the module. */
  makeFlesh(files: readonly NamedBytes[], wish: FleshWish): readonly FleshReport[] {
    return this.made(files, 'make_flesh', nameOf(files), JSON.stringify(wish)).report as FleshReport[];
  }

  private made(
    files: readonly NamedBytes[],
    call: string,
    first: string,
    second: string,
  ): { readonly file: Uint8Array; readonly report: unknown } {
    try {
      for (const file of files)
        this.calls.withText(file.name, (name) =>
          this.calls.withBytes(file.bytes, (pointer) =>
            this.calls.run('put_file', name, pointer, file.bytes.length),
          ),
        );
      return this.calls.withText(first, (one) =>
        this.calls.withText(second, (two) => {
          const file = this.calls.bytes(call, one, two);
          return { file, report: JSON.parse(this.calls.lastText()) as unknown };
        }),
      );
    } finally {
      this.calls.run('clear_files');
    }
  }
}

const nameOf = (files: readonly NamedBytes[]): string => files[0]?.name ?? '';
