import type { Studio } from './studio';

/** Whether the document differs from the file it was opened from or last saved to. */
export class Unsaved {
  private steps: readonly string[] = [];
  private hash = '';
  private looked = { revision: -1, changed: false };

  constructor(private readonly studio: Studio) {
    studio.on(['loaded', 'document', 'saved'], () => this.showTitle());
  }

  /** The document as it is now is what the file holds. */
  settle(): void {
    const { core } = this.studio;
    this.steps = core.history().undo;
    this.hash = core.stateHash();
    this.looked = { revision: -1, changed: false };
    this.studio.emit('saved');
  }

  /** Other steps are other edits; where they look the same, the documents are compared. */
  get any(): boolean {
    const { core } = this.studio;
    const revision = core.revision();
    if (revision === this.looked.revision || this.studio.busy) return this.looked.changed;
    const { undo } = core.history();
    const same = undo.length === this.steps.length && undo.every((name, i) => name === this.steps[i]);
    const changed = !same || (undo.length > 0 && core.stateHash() !== this.hash);
    this.looked = { revision, changed };
    return changed;
  }

  private showTitle(): void {
    document.title = `${this.any ? '\u2022 ' : ''}${this.studio.name} \u2013 isoskin studio`;
  }
}
