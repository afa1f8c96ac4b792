import { exportBeside } from '../core/beside';
import { reasonOf } from '../core/core';
import { h } from '../ui/dom';
import type { Opening } from '../ui/opening';
import type { Studio } from './studio';
import type { Unsaved } from './unsaved';

export function download(name: string, blob: Blob): void {
  const address = URL.createObjectURL(blob);
  const link = h('a', { href: address, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** Writes the character with its settings to where it came from, or to the downloads. */
export class Saving {
  constructor(
    private readonly studio: Studio,
    private readonly unsaved: Unsaved,
    private readonly opening: Opening,
  ) {}

  /** False: cancelled or refused, and nothing is written. */
  async save(): Promise<boolean> {
    const { studio, opening } = this;
    const signal = opening.begin(`Saving ${studio.name} …`);
    try {
      const progress = (part: number): void => opening.show(part);
      const file = await exportBeside(studio.core, 'character-glb', {}, progress, signal);
      if (!file) return false;
      const blob = new Blob([new Uint8Array(file.bytes)], { type: file.mime });
      const { handle } = studio.work;
      const written = handle !== null && (await this.write(handle, blob));
      if (!written) download(file.name, blob);
      this.unsaved.settle();
      studio.messages.say(
        written ? `${handle.name} is saved` : `${file.name}, with its settings, is in your downloads`,
      );
      return true;
    } catch (error) {
      studio.messages.complain(`${studio.name} could not be saved: ${reasonOf(error)}`);
      return false;
    } finally {
      opening.end(signal);
    }
  }

  /** False: the browser or the visitor does not allow it. */
  private async write(handle: FileSystemFileHandle, blob: Blob): Promise<boolean> {
    try {
      const stream = await handle.createWritable();
      await stream.write(blob);
      await stream.close();
      return true;
    } catch {
      this.studio.work.handle = null;
      return false;
    }
  }
}
