/** The module Emscripten makes of the core, as far as the wrapper needs it. */
export interface WasmModule {
  readonly HEAPU8: Uint8Array;
  readonly HEAPF32: Float32Array;
  readonly HEAPF64: Float64Array;
  readonly HEAP32: Int32Array;
  UTF8ToString(pointer: number): string;
  stringToUTF8(text: string, pointer: number, size: number): void;
  lengthBytesUTF8(text: string): number;
  readonly [name: `_${string}`]: (...values: number[]) => number;
}

export interface WasmOptions {
  readonly wasmBinary: ArrayBuffer | Uint8Array;
  readonly onProgress?: (part: number) => void; // of a long call, 0…1
  readonly onNews?: (text: string) => void; // what is finished before the call ends
}

export type WasmFactory = (options: WasmOptions) => Promise<WasmModule>;
