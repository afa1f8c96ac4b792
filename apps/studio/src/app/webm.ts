// A film as WebM (Matroska): frames that an encoder made, with their times, in one file that can be sought in.

export interface FilmFormat {
  readonly width: number;
  readonly height: number;
  readonly codec: 'V_VP8' | 'V_VP9';
}

export interface FilmFrame {
  readonly bytes: Uint8Array;
  readonly milliseconds: number; // from the start
  readonly isKey: boolean;
}

type Piece = Uint8Array | readonly Piece[];

/** An element: its number, how long it is, what it holds. */
function element(id: number, ...inside: Piece[]): Uint8Array {
  const content = joined(inside);
  const head = [...numberBytes(id), ...lengthBytes(content.length)];
  return joined([Uint8Array.from(head), content]);
}

function joined(pieces: readonly Piece[]): Uint8Array {
  const flat = pieces.map((piece) => (piece instanceof Uint8Array ? piece : joined(piece)));
  const out = new Uint8Array(flat.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of flat) {
    out.set(piece, at);
    at += piece.length;
  }
  return out;
}

function numberBytes(value: number): number[] {
  const bytes: number[] = [];
  for (let rest = value; rest > 0 || bytes.length === 0; rest = Math.floor(rest / 256))
    bytes.unshift(rest % 256);
  return bytes;
}

/** Eight bytes always: the first says that seven follow. */
function lengthBytes(length: number): number[] {
  const bytes = numberBytes(length);
  return [0x01, ...Array<number>(7 - bytes.length).fill(0), ...bytes];
}

const whole = (id: number, value: number): Uint8Array => element(id, Uint8Array.from(numberBytes(value)));
const words = (id: number, text: string): Uint8Array => element(id, new TextEncoder().encode(text));

function real(id: number, value: number): Uint8Array {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setFloat64(0, value);
  return element(id, bytes);
}

/** A frame within its cluster. */
function block(frame: FilmFrame, clusterTime: number): Uint8Array {
  const head = new Uint8Array(4);
  const view = new DataView(head.buffer);
  head[0] = 0x81; // track 1
  view.setInt16(1, Math.round(frame.milliseconds) - clusterTime);
  head[3] = frame.isKey ? 0x80 : 0;
  return element(0xa3, head, frame.bytes);
}

/** Frames from one that stands by itself to the next such. */
function clusters(frames: readonly FilmFrame[]): { time: number; bytes: Uint8Array }[] {
  const groups: FilmFrame[][] = [];
  for (const frame of frames) {
    if (frame.isKey || groups.length === 0) groups.push([]);
    groups.at(-1)?.push(frame);
  }
  return groups.map((group) => {
    const time = Math.round(group[0]?.milliseconds ?? 0);
    const blocks = group.map((frame) => block(frame, time));
    return { time, bytes: element(0x1f43b675, whole(0xe7, time), blocks) };
  });
}

export function webm(format: FilmFormat, frames: readonly FilmFrame[], milliseconds: number): Uint8Array {
  const head = element(
    0x1a45dfa3,
    whole(0x4286, 1),
    whole(0x42f7, 1),
    whole(0x42f2, 4),
    whole(0x42f3, 8),
    words(0x4282, 'webm'),
    whole(0x4287, 4),
    whole(0x4285, 2),
  );
  const info = element(
    0x1549a966,
    whole(0x2ad7b1, 1_000_000), // nanoseconds of a unit of time
    real(0x4489, milliseconds),
    words(0x4d80, 'isoskin'),
    words(0x5741, 'isoskin'),
  );
  const video = element(0xe0, whole(0xb0, format.width), whole(0xba, format.height));
  const track = element(
    0xae,
    whole(0xd7, 1),
    whole(0x73c5, 1),
    whole(0x83, 1),
    words(0x86, format.codec),
    video,
  );
  const before = joined([info, element(0x1654ae6b, track)]);
  let at = before.length;
  const parts = clusters(frames);
  const cues = parts.map(({ time, bytes }) => {
    const place = at;
    at += bytes.length;
    return element(0xbb, whole(0xb3, time), element(0xb7, whole(0xf7, 1), whole(0xf1, place)));
  });
  const segment = element(
    0x18538067,
    before,
    parts.map(({ bytes }) => bytes),
    element(0x1c53bb6b, cues),
  );
  return joined([head, segment]);
}
