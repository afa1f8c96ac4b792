import type { Crossings } from '../core/flesh';
import type { Studio } from './studio';

const quiet = 250; // milliseconds without a frame: the pose rests

/** Where skin goes through itself in the pose that is shown: looked for when the pose rests. */
export class CrossingWatch {
  private found: readonly Crossings[] = [];
  private timer = 0;

  constructor(private readonly studio: Studio) {
    studio.on(['frame', 'loaded'], () => this.wait());
  }

  get shown(): boolean {
    return this.studio.preferences.crossings;
  }

  /** Of a pane, in the pose that is shown; null: not looked for, or not yet. */
  of(pane: number): Crossings | null {
    return this.found[pane] ?? null;
  }

  toggle(): void {
    this.studio.prefer({ crossings: !this.shown });
    this.wait();
  }

  private wait(): void {
    clearTimeout(this.timer);
    if (this.found.length > 0) this.show([]);
    if (this.shown) this.timer = window.setTimeout(() => this.look(), quiet);
  }

  private look(): void {
    const { studio } = this;
    if (!this.shown || studio.playing || studio.held) return;
    try {
      this.show(studio.preferences.methods.map((_, pane) => studio.core.flesh.crossings(pane)));
    } catch {
      this.show([]); // views were just exchanged; the next frame asks again
    }
  }

  private show(found: readonly Crossings[]): void {
    this.found = found;
    this.studio.stage.markCrossings(found.map(({ triangles }) => triangles));
    this.studio.redraw();
    this.studio.emit('crossings');
  }
}
