// The clip as a film: every frame is posed, drawn and encoded, however long that takes.
import type { NamedBytes } from '../core/core';
import { StillPictures, type PictureSize } from '../view/still';
import type { Studio } from './studio';
import { webm, type FilmFrame } from './webm';
import { zip } from './zip';

export interface FilmOptions extends PictureSize {
  readonly framesPerSecond: number;
  readonly labels: boolean;
}

export interface Film {
  readonly blob: Blob;
  readonly ending: string; // of its name
}

const bitsPerPixel = 0.15; // of a frame: 9 million a second at 1920 × 1080 and 30 frames
const keyEvery = 2; // seconds
const mostWaiting = 4; // frames that the encoder has not taken yet
const codecs = [
  { codec: 'vp09.00.51.08', name: 'V_VP9' },
  { codec: 'vp8', name: 'V_VP8' },
] as const;

export function frameCount(duration: number, framesPerSecond: number): number {
  return Math.max(1, Math.round(duration * framesPerSecond));
}

/** Takes pictures one after the other; `finish` makes the film of them. */
interface Reel {
  add(picture: HTMLCanvasElement, index: number): Promise<void>;
  finish(frames: number): Promise<Film>;
  end(): void;
}

/** Shows a moment of the clip, as the page would have come to it; `seconds` since the one before. */
export type ShowMoment = (time: number, seconds: number) => void;

/** Null: cancelled. The page is as before, but for a pose that was not keyed. */
export async function makeFilm(
  studio: Studio,
  options: FilmOptions,
  show: ShowMoment,
  giveBack: () => void,
  progress: (part: number) => void,
  signal: AbortSignal,
): Promise<Film | null> {
  const clip = studio.core.clips()[studio.core.clip()];
  if (!clip) throw new Error('there is no clip to film');
  const time = studio.core.time();
  const reel = (await encodedReel(options)) ?? pictureReel();
  studio.setPlaying(false);
  studio.held = true;
  const pictures = new StillPictures(studio, options, options.labels, giveBack);
  try {
    const frames = frameCount(clip.duration, options.framesPerSecond);
    for (let index = 0; index < frames; ++index) {
      if (signal.aborted) return null;
      show(Math.min(index / options.framesPerSecond, clip.duration), 1 / options.framesPerSecond);
      await reel.add(pictures.draw(), index);
      progress((index + 1) / frames);
      await new Promise((done) => setTimeout(done)); // the page hears Cancel
    }
    return await reel.finish(frames);
  } finally {
    reel.end();
    pictures.end();
    studio.held = false;
    studio.run(() => studio.core.setTime(time));
  }
}

/** WebM by the browser's encoder; null: it has none. */
async function encodedReel(options: FilmOptions): Promise<Reel | null> {
  if (!('VideoEncoder' in window)) return null;
  const { width, height, framesPerSecond } = options;
  for (const { codec, name } of codecs) {
    const config: VideoEncoderConfig = {
      codec,
      width,
      height,
      framerate: framesPerSecond,
      bitrate: Math.round(width * height * framesPerSecond * bitsPerPixel),
      latencyMode: 'quality',
    };
    const supported = await VideoEncoder.isConfigSupported(config).catch(() => null);
    if (supported?.supported) return new EncodedReel(config, name, framesPerSecond);
  }
  return null;
}

class EncodedReel implements Reel {
  private readonly frames: FilmFrame[] = [];
  private failure: Error | null = null;
  private readonly encoder = new VideoEncoder({
    output: (chunk) => {
      const bytes = new Uint8Array(chunk.byteLength);
      chunk.copyTo(bytes);
      this.frames.push({ bytes, milliseconds: chunk.timestamp / 1000, isKey: chunk.type === 'key' });
    },
    error: (failure) => (this.failure = failure),
  });

  constructor(
    private readonly config: VideoEncoderConfig,
    private readonly codec: 'V_VP8' | 'V_VP9',
    private readonly framesPerSecond: number,
  ) {
    this.encoder.configure(config);
  }

  async add(picture: HTMLCanvasElement, index: number): Promise<void> {
    while (this.encoder.encodeQueueSize > mostWaiting && !this.failure)
      await new Promise((done) => setTimeout(done, 5));
    if (this.failure) throw this.failure;
    const microseconds = 1e6 / this.framesPerSecond;
    const frame = new VideoFrame(picture, { timestamp: index * microseconds, duration: microseconds });
    this.encoder.encode(frame, { keyFrame: index % (keyEvery * this.framesPerSecond) === 0 });
    frame.close();
  }

  async finish(frames: number): Promise<Film> {
    await this.encoder.flush();
    if (this.failure) throw this.failure;
    const { width, height } = this.config;
    const milliseconds = (1000 * frames) / this.framesPerSecond;
    const bytes = webm({ width, height, codec: this.codec }, this.frames, milliseconds);
    return { blob: new Blob([new Uint8Array(bytes)], { type: 'video/webm' }), ending: '.webm' };
  }

  end(): void {
    if (this.encoder.state !== 'closed') this.encoder.close();
  }
}

/** PNG after PNG, for browsers that encode no film. */
function pictureReel(): Reel {
  const files: NamedBytes[] = [];
  return {
    async add(picture, index) {
      const blob = await pngOf(picture);
      const bytes = new Uint8Array(await blob.arrayBuffer());
      files.push({ name: `frame-${String(index).padStart(5, '0')}.png`, bytes });
    },
    finish: () => Promise.resolve({ blob: zip(files), ending: '-frames.zip' }),
    end: () => undefined,
  };
}

export function pngOf(picture: HTMLCanvasElement): Promise<Blob> {
  return new Promise((resolve, reject) =>
    picture.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture was made'))), 'image/png'),
  );
}
