import type { PartInfo, PartKey } from '../core/parts';
import type { Studio } from './studio';

const nameOf = ({ mesh, part }: PartKey): string => `${mesh}:${part}`;

/** Which parts are drawn, and which one is marked; no state of the document. */
export class ShownParts {
  private readonly hidden = new Map<string, PartKey>();
  private marked: PartKey | null = null;
  private facesRevision = 0;

  constructor(private readonly studio: Studio) {
    studio.on(['loaded'], () => {
      this.hidden.clear();
      this.marked = null;
      this.facesRevision = studio.core.parts.facesRevision();
      studio.stage.markParts([], null);
    });
    studio.on(['document'], () => {
      if (studio.core.parts.facesRevision() !== this.facesRevision) this.show();
    });
  }

  get selected(): PartKey | null {
    return this.marked;
  }

  isSelected(key: PartKey): boolean {
    return this.marked !== null && nameOf(this.marked) === nameOf(key);
  }

  isHidden(key: PartKey): boolean {
    return this.hidden.has(nameOf(key));
  }

  toggle(key: PartKey): void {
    if (!this.hidden.delete(nameOf(key))) this.hidden.set(nameOf(key), key);
    this.show();
  }

  /** Shows one alone, or all again where it is alone already. */
  isolate(key: PartKey, all: readonly PartInfo[]): void {
    const others = all.filter((part) => nameOf(part) !== nameOf(key));
    const alone = others.every((part) => this.isHidden(part));
    this.hidden.clear();
    if (!alone) for (const { mesh, part } of others) this.hidden.set(nameOf({ mesh, part }), { mesh, part });
    this.show();
  }

  /** Marks a part in the views; a second time takes the mark off. */
  select(key: PartKey | null): void {
    this.marked = key && this.isSelected(key) ? null : key;
    if (this.marked) this.hidden.delete(nameOf(this.marked));
    this.show();
  }

  private show(): void {
    const { studio } = this;
    this.facesRevision = studio.core.parts.facesRevision();
    studio.stage.markParts([...this.hidden.values()], this.marked);
    studio.stage.redrawParts(studio.core);
    studio.prefer({});
  }
}
