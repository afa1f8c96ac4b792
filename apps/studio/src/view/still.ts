// Pictures of a chosen size, with the read-out that the page wears over its panes.
import type { Studio } from '../app/studio';
import { methodNames, percent } from '../ui/words';
import type { PaneRect } from './stage';

export interface PictureSize {
  readonly width: number; // pixels
  readonly height: number;
}

const gap = 2; // pixels between panes

/** Panes as the page lays them out, in a picture of another size. */
function layOut(count: number, { width, height }: PictureSize): PaneRect[] {
  const columns = count === 4 ? 2 : count;
  const rows = Math.ceil(count / columns);
  const [w, h] = [(width - gap * (columns - 1)) / columns, (height - gap * (rows - 1)) / rows];
  return Array.from({ length: count }, (_, pane) => ({
    x: (pane % columns) * (w + gap),
    y: Math.floor(pane / columns) * (h + gap),
    width: w,
    height: h,
  }));
}

/** Draws what the page shows, again and again; `end` gives the page its canvas back. */
export class StillPictures {
  readonly canvas = document.createElement('canvas');
  private readonly context: CanvasRenderingContext2D;
  private readonly style = getComputedStyle(document.documentElement);
  private readonly hadTools: boolean;

  constructor(
    private readonly studio: Studio,
    private readonly size: PictureSize,
    private readonly labels: boolean,
    private readonly giveBack: () => void,
  ) {
    this.canvas.width = size.width;
    this.canvas.height = size.height;
    const context = this.canvas.getContext('2d');
    if (!context) throw new Error('this browser draws no pictures');
    this.context = context;
    this.hadTools = studio.stage.tools.visible;
    studio.stage.tools.visible = false;
    studio.stage.skeleton.group.visible = studio.preferences.bones;
    studio.stage.resize(size.width, size.height, 1);
  }

  draw(): HTMLCanvasElement {
    const { studio, size, context } = this;
    const count = studio.preferences.methods.length;
    const wipe = studio.wipes ? size.width * studio.wipeAt : null;
    const rects =
      wipe === null
        ? layOut(count, size)
        : [
            { x: 0, y: 0, ...size, clip: { x: 0, width: wipe } },
            { x: 0, y: 0, ...size, clip: { x: wipe, width: size.width - wipe } },
          ];
    const first = rects[0] ?? { width: 1, height: 1 };
    studio.stage.rig.lookThrough(first.width / first.height, () => studio.stage.render(rects, size.height));
    context.drawImage(studio.stage.canvas, 0, 0);
    if (wipe !== null) {
      context.fillStyle = this.color('text');
      context.fillRect(wipe - 1, 0, 2, size.height);
    }
    if (this.labels) rects.forEach((rect, pane) => this.label(rect, pane, wipe !== null && pane === 1));
    return this.canvas;
  }

  end(): void {
    this.studio.stage.tools.visible = this.hadTools;
    this.giveBack();
  }

  private label(rect: PaneRect, pane: number, atRight: boolean): void {
    const shown = this.studio.report?.panes[pane];
    if (!shown) return;
    const { context } = this;
    const unit = Math.min(rect.height / 40, rect.width / 26);
    const x = atRight ? rect.x + rect.width - unit : rect.x + unit;
    const exact = Math.abs(shown.error) < 5e-7;
    context.textAlign = atRight ? 'right' : 'left';
    context.textBaseline = 'top';
    context.font = `520 ${unit}px ${this.style.getPropertyValue('--font')}`;
    context.fillStyle = this.color('soft');
    context.fillText(methodNames[shown.method], x, rect.y + unit);
    context.font = `560 ${2.6 * unit}px ${this.style.getPropertyValue('--font')}`;
    context.fillStyle = this.color(exact ? 'good' : Math.abs(shown.error) < 1e-4 ? 'text' : 'bad');
    const digits = exact || shown.method === 'isoskin' ? 4 : 3;
    context.fillText(`${percent(shown.error, digits)} %`, x, rect.y + 2.4 * unit);
  }

  private color(name: string): string {
    return this.style.getPropertyValue(`--${name}`).trim();
  }
}
