import { CoreError, type ErrorKind } from './core';
import type { WasmModule } from './wasm_module';

const kinds: readonly ErrorKind[] = ['invalid', 'unsupported', 'cannot-write', 'usage', 'internal'];

/** Numbers, texts and bytes across the border; failures become `CoreError`s. */
export class WasmCalls {
  private gone = false;

  constructor(private readonly module: WasmModule) {}

  /** Calls an export that returns a plain value. */
  value(name: string, ...values: number[]): number {
    if (this.gone) throw new CoreError('internal', 'The core has stopped; reload the page.');
    const call = this.module[`_isoskin_${name}`];
    if (!call) throw new CoreError('internal', `The core has no call '${name}'.`);
    try {
      return call(...values);
    } catch (failure) {
      // An abort inside WebAssembly leaves memory in no known state.
      this.gone = true;
      throw new CoreError('internal', `The core stopped in '${name}': ${String(failure)}`);
    }
  }

  /** Calls an export that returns a status, and throws what it reports. */
  run(name: string, ...values: number[]): void {
    const status = this.value(name, ...values);
    if (status === 0) return;
    const kind = kinds[status - 1] ?? 'internal';
    throw new CoreError(kind, this.module.UTF8ToString(this.value('error')));
  }

  /** The answer in words of a call. */
  text(name: string, ...values: number[]): string {
    this.run(name, ...values);
    return this.module.UTF8ToString(this.value('text'));
  }

  json(name: string, ...values: number[]): unknown {
    return JSON.parse(this.text(name, ...values)) as unknown;
  }

  /** A copy of the answer in numbers of a call. */
  numbers(name: string, ...values: number[]): number[] {
    this.run(name, ...values);
    return this.lastNumbers();
  }

  lastNumbers(): number[] {
    const first = this.value('numbers') / 8;
    return Array.from(this.module.HEAPF64.subarray(first, first + this.value('number_count')));
  }

  lastText(): string {
    return this.module.UTF8ToString(this.value('text'));
  }

  /** A copy of the answer in bytes of a call. */
  bytes(name: string, ...values: number[]): Uint8Array {
    this.run(name, ...values);
    const first = this.value('bytes');
    return this.module.HEAPU8.slice(first, first + this.value('byte_count'));
  }

  /** A view of floats in the memory of the core. */
  floats(pointer: number, count: number): Float32Array {
    return this.module.HEAPF32.subarray(pointer / 4, pointer / 4 + (pointer === 0 ? 0 : count));
  }

  withText<T>(text: string, use: (pointer: number) => T): T {
    const size = this.module.lengthBytesUTF8(text) + 1;
    return this.withBlock(size, (pointer) => {
      this.module.stringToUTF8(text, pointer, size);
      return use(pointer);
    });
  }

  withNumbers<T>(numbers: readonly number[], use: (pointer: number) => T): T {
    return this.withBlock(8 * numbers.length, (pointer) => {
      this.module.HEAPF64.set(numbers, pointer / 8);
      return use(pointer);
    });
  }

  withIntegers<T>(numbers: readonly number[], use: (pointer: number) => T): T {
    return this.withBlock(4 * numbers.length, (pointer) => {
      this.module.HEAP32.set(numbers, pointer / 4);
      return use(pointer);
    });
  }

  withBytes<T>(bytes: Uint8Array, use: (pointer: number) => T): T {
    return this.withBlock(bytes.length, (pointer) => {
      this.module.HEAPU8.set(bytes, pointer);
      return use(pointer);
    });
  }

  /** A copy of the whole memory. Between two calls nothing of a core is elsewhere. */
  memoryImage(): Uint8Array<ArrayBuffer> {
    return this.module.HEAPU8.slice();
  }

  takeOver(image: Uint8Array): void {
    if (this.value('reserve', image.length) === 0)
      throw new CoreError('internal', 'There is not enough memory for this file.');
    this.module.HEAPU8.set(image);
    this.module.HEAPU8.fill(0, image.length); // memory that was never used is zero
  }

  private withBlock<T>(size: number, use: (pointer: number) => T): T {
    const pointer = this.value('allocate', Math.max(size, 8));
    if (pointer === 0) throw new CoreError('internal', 'There is not enough memory for this file.');
    try {
      return use(pointer);
    } finally {
      if (!this.gone) this.value('release', pointer);
    }
  }
}
