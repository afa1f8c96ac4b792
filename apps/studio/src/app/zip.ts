// Files as one ZIP, stored as they are.
import type { NamedBytes } from '../core/core';

const table = Uint32Array.from({ length: 256 }, (_, n) => {
  let sum = n;
  for (let bit = 0; bit < 8; ++bit) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1;
  return sum;
});

function checksum(bytes: Uint8Array): number {
  let sum = 0xffffffff;
  for (const byte of bytes) sum = (sum >>> 8) ^ (table[(sum ^ byte) & 0xff] ?? 0);
  return (sum ^ 0xffffffff) >>> 0;
}

/** Numbers of two or four bytes, the lowest first. */
function packed(...fields: (readonly [size: 2 | 4, value: number])[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(fields.reduce((sum, [size]) => sum + size, 0));
  const view = new DataView(bytes.buffer);
  let at = 0;
  for (const [size, value] of fields) {
    if (size === 2) view.setUint16(at, value, true);
    else view.setUint32(at, value, true);
    at += size;
  }
  return bytes;
}

export function zip(files: readonly NamedBytes[]): Blob {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const list: Uint8Array<ArrayBuffer>[] = [];
  let at = 0;
  for (const { name, bytes } of files) {
    const called = new TextEncoder().encode(name);
    const sizes = [
      [4, checksum(bytes)],
      [4, bytes.length],
      [4, bytes.length],
    ] as const;
    // Version 2.0, names in UTF-8, stored, the first day there is.
    const common = [
      [2, 20],
      [2, 0x0800],
      [2, 0],
      [2, 0],
      [2, 0x21],
      ...sizes,
      [2, called.length],
      [2, 0],
    ] as const;
    const head = packed([4, 0x04034b50], ...common);
    list.push(packed([4, 0x02014b50], [2, 20], ...common, [2, 0], [2, 0], [2, 0], [4, 0], [4, at]), called);
    parts.push(head, called, new Uint8Array(bytes));
    at += head.length + called.length + bytes.length;
  }
  const size = list.reduce((sum, piece) => sum + piece.length, 0);
  const count = files.length;
  const end = packed([4, 0x06054b50], [2, 0], [2, 0], [2, count], [2, count], [4, size], [4, at], [2, 0]);
  return new Blob([...parts, ...list, end], { type: 'application/zip' });
}
