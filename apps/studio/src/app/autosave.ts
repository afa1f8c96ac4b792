import type { Studio } from './studio';
import { keepWork } from './works';

const quietTime = 1500; // milliseconds after the last edit
const pictureWidth = 160; // pixels

/** The document in the browser's own keeping: written when the visitor pauses, read at the next visit. */
export class Autosave {
  private timer = 0;

  constructor(private readonly studio: Studio) {
    studio.on(['document', 'loaded'], () => this.schedule());
    addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'hidden') void this.save();
    });
  }

  /** At once, as before something else is opened. */
  async save(): Promise<void> {
    const { studio } = this;
    const { core } = studio;
    if (studio.busy) {
      this.schedule();
      return;
    }
    try {
      // A creature that only walks is not work to keep; a file that somebody opened is.
      if (core.history().undo.length === 0 && !studio.work.isFile) return;
      const revision = core.revision();
      if (revision === studio.savedRevision) return;
      const { id } = studio.work;
      await keepWork({
        id,
        name: studio.name,
        time: Date.now(),
        picture: smallPicture(studio.stage.canvas),
        bytes: core.serialise(),
        history: core.serialiseHistory(),
      });
      if (id === studio.work.id) studio.saved(revision);
    } catch {
      // A browser that keeps nothing, or has no room: work stays open, exports work.
    }
  }

  private schedule(): void {
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => void this.save(), quietTime);
  }
}

/** What is on the stage, of the last of its views, small. */
function smallPicture(canvas: HTMLCanvasElement): string {
  const small = document.createElement('canvas');
  small.width = pictureWidth;
  small.height = Math.round(pictureWidth * 0.75);
  const side = Math.min(canvas.width / 2, canvas.height / 0.75);
  const context = small.getContext('2d');
  if (!context || side < 1) return '';
  const x = canvas.width * 0.75 - side / 2;
  const y = Math.max(0, (canvas.height - side * 0.75) / 2);
  context.drawImage(canvas, x, y, side, side * 0.75, 0, 0, small.width, small.height);
  return small.toDataURL('image/jpeg', 0.75);
}
