import type { Studio } from './studio';

const bitsPerSecond = 8_000_000;

/** Plays the clip once from its start and records the canvas; null: cancelled. */
export async function recordClip(
  studio: Studio,
  progress: (part: number) => void,
  cancelled: () => boolean,
): Promise<Blob | null> {
  const clip = studio.core.clips()[studio.core.clip()];
  if (!clip) throw new Error('there is no clip to film');
  const stream = studio.stage.canvas.captureStream(30);
  const type = ['video/webm;codecs=vp9', 'video/webm'].find((kind) => MediaRecorder.isTypeSupported(kind));
  const recorder = new MediaRecorder(stream, {
    ...(type ? { mimeType: type } : {}),
    videoBitsPerSecond: bitsPerSecond,
  });
  const pieces: Blob[] = [];
  recorder.ondataavailable = (event) => pieces.push(event.data);
  const stopped = new Promise<void>((resolve) => (recorder.onstop = () => resolve()));

  const { loop } = studio.preferences;
  studio.run(() => studio.core.setTime(0));
  studio.prefer({ loop: false });
  studio.setPlaying(true);
  recorder.start(200);
  await new Promise<void>((resolve) => {
    const look = (): void => {
      progress(clip.duration > 0 ? studio.core.time() / clip.duration : 1);
      if (cancelled() || !studio.playing || studio.core.time() >= clip.duration) resolve();
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  recorder.stop();
  await stopped;
  for (const track of stream.getTracks()) track.stop();
  studio.prefer({ loop });
  return cancelled() ? null : new Blob(pieces, { type: 'video/webm' });
}
