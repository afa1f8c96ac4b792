import { buildBeside } from '../core/beside';
import type { Studio } from './studio';

const longest = 100; // milliseconds the page may stand still
const quiet = 120; // milliseconds without a command before a build begins: sliders send many

/**
 * What an edit made stale is built beside the page where that takes long. Until it is there the shape stays as it
 * was; the camera, panels and further edits do not wait. An edit meanwhile makes what is being built useless: it
 * begins again.
 */
export class Rebuilding {
  /** Of what is being built, 0…1. */
  progress = 0;
  /** Milliseconds that one way of keeping volume took to build, the last time. */
  lastTime = 0;
  private job: AbortController | null = null;
  private waits = false;
  private command = -1;
  private since = 0;
  private inPage = false;

  constructor(private readonly studio: Studio) {}

  get waiting(): boolean {
    return this.waits;
  }

  /** Another document is open; its ways of keeping volume took so long to build. */
  begin(milliseconds: number): void {
    this.stop();
    this.lastTime = milliseconds;
    this.inPage = false;
  }

  /** Before a frame is made: whether it has to wait. */
  holds(): boolean {
    if (this.inPage || this.wanted() * this.lastTime < longest) {
      this.stop();
      return false;
    }
    const now = performance.now();
    if (this.command !== this.studio.commands) {
      this.job?.abort();
      this.job = null;
      this.command = this.studio.commands;
      this.since = now;
    }
    if (!this.waits) this.show(true);
    if (!this.job && now - this.since >= quiet) void this.build();
    return true;
  }

  private wanted(): number {
    try {
      return this.studio.core.buildsWanted();
    } catch {
      return 0; // a core that is gone says so when the frame is made
    }
  }

  private async build(): Promise<void> {
    const job = new AbortController();
    this.job = job;
    this.progress = 0;
    try {
      const built = await buildBeside(this.studio.core, (part) => this.tell(part), job.signal);
      if (!built || this.job !== job || this.command !== this.studio.commands) return;
      this.studio.core.goOnFrom(built.image);
      this.lastTime = built.milliseconds;
      this.stop();
    } catch {
      if (this.job !== job) return;
      this.inPage = true; // no worker, or no memory for a second core: the page does it itself
      this.stop();
    }
    this.studio.touch();
  }

  private tell(part: number): void {
    this.progress = part;
    this.studio.emit('rebuilding');
  }

  private stop(): void {
    this.job?.abort();
    this.job = null;
    if (this.waits) this.show(false);
  }

  private show(waits: boolean): void {
    this.waits = waits;
    this.progress = 0;
    this.studio.emit('rebuilding');
  }
}
