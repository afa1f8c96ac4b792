import type { Studio } from './studio';

const framesPerSecond = 30;
const pieceTime = 6; // milliseconds of a frame the graph may take
const quietTime = 500; // milliseconds after the last edit before the graph is measured anew

/** Measures the error of every frame of the clip piece by piece, when nothing else is going on. */
export class GraphRunner {
  progress = 1;
  private running = false;
  private cancelled = false;
  private wantedAt = 0;

  constructor(private readonly studio: Studio) {
    studio.on(['loaded', 'document'], () => this.look());
  }

  cancel(): void {
    this.cancelled = true;
    this.running = false;
    this.studio.run(() => this.studio.core.cancelErrorGraph());
    this.progress = 1;
    this.studio.emit('graph');
  }

  /** Once a frame. */
  step(now: number): void {
    if (this.studio.rebuilding.waiting) return;
    if (this.wantedAt > 0 && now >= this.wantedAt && !this.studio.busy) this.begin();
    if (!this.running) return;
    const { core } = this.studio;
    try {
      const { done, total, finished } = core.stepErrorGraph(pieceTime);
      this.progress = total > 0 ? done / total : 1;
      this.running = !finished;
    } catch {
      this.running = false; // an edit made it stale; the next look begins anew
      this.progress = 1;
    }
    this.studio.emit('graph');
  }

  private look(): void {
    if (this.studio.core.clip() < 0 || this.studio.core.errorGraph() !== null) return;
    this.running = false;
    if (!this.cancelled) this.wantedAt = performance.now() + quietTime;
    this.cancelled = false;
    this.studio.emit('graph');
  }

  private begin(): void {
    this.wantedAt = 0;
    try {
      const { done, total, finished } = this.studio.core.beginErrorGraph(framesPerSecond);
      this.progress = total > 0 ? done / total : 1;
      this.running = !finished;
    } catch {
      this.running = false; // nothing to measure: no clip, or no closed part
    }
    this.studio.emit('graph');
  }
}
