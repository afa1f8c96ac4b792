import { stageBeside, type NextStage } from '../core/beside';
import { reasonOf } from '../core/core';
import type { Direction } from '../core/stages';
import type { Opening } from '../ui/opening';
import type { Studio } from './studio';

/** Goes between documents that follow one another; the work they belong to stays the same. */
export class Stages {
  constructor(
    private readonly studio: Studio,
    private readonly opening: Opening,
  ) {
    studio.cross = (way) => void this.cross(way);
  }

  /** Opens what was made of the open document; false: cancelled or refused, and nothing changed. */
  async advance(to: NextStage, words: string): Promise<boolean> {
    const { studio, opening } = this;
    const signal = opening.begin(words);
    try {
      const panes = studio.measuredMethods;
      const opened = await stageBeside(studio.core, to, panes, (part) => opening.show(part), signal);
      if (!opened) return false;
      studio.commands++;
      studio.loaded(opened.findings, studio.work, opened.milliseconds);
      return true;
    } catch (error) {
      studio.messages.complain(reasonOf(error));
      return false;
    } finally {
      opening.end(signal);
    }
  }

  private async cross(way: Direction): Promise<void> {
    const { studio } = this;
    const [name = ''] = studio.core.history()[way];
    const words = way === 'undo' ? `Back to before “${name}” …` : `“${name}” again …`;
    if (await this.advance(way, words))
      studio.messages.say(way === 'undo' ? `Undone: ${name}` : `Done again: ${name}`);
  }
}
