import type { Files } from '../app/files';
import type { Studio } from '../app/studio';
import type { ExportKind } from '../core/core';
import { textButton } from './controls';
import { h, onClosed } from './dom';
import { exportWords } from './export_words';
import { icon, type IconName } from './icons';

type Work = (progress: (part: number) => void, signal: AbortSignal) => Promise<void>;

/** What can be taken home; while it is made, how far it is. */
export class ExportDialog {
  readonly element = h('dialog', { class: 'exports', tabindex: -1, 'aria-label': 'Take it home' });
  private running: AbortController | null = null;

  constructor(
    private readonly studio: Studio,
    private readonly files: Files,
  ) {
    this.element.addEventListener('click', (event) => {
      if (event.target === this.element && !this.running) this.element.close();
    });
    onClosed(this.element, () => this.running?.abort());
  }

  open(): void {
    this.fill();
    this.element.showModal();
    this.element.focus(); // not the closing cross, which is first
  }

  take(kind: ExportKind): void {
    this.work(
      `Making: ${exportWords[kind].title} …`,
      'It is made beside the page from the character as it is now.',
      (progress, signal) => this.files.export(kind, progress, signal),
    );
  }

  film(): void {
    this.work('Recording the clip …', 'The clip plays once from its start.', (progress, signal) =>
      this.files.film(progress, signal),
    );
  }

  private work(title: string, note: string, work: Work): void {
    if (!this.element.open) this.element.showModal();
    const job = new AbortController();
    this.running = job;
    const bar = h('progress', { max: 1, 'aria-label': title });
    const stop = textButton('Cancel', () => job.abort(), 'close');
    this.element.replaceChildren(
      h('h2', {}, title),
      h('p', { class: 'note' }, note),
      bar,
      h('div', { class: 'buttons' }, stop),
    );
    stop.focus();
    void work((part) => (bar.value = part), job.signal).finally(() => {
      this.running = null;
      this.element.close();
    });
  }

  private fill(): void {
    const order = Object.keys(exportWords);
    const kinds = [...this.studio.core.exports()].sort(
      (a, b) => order.indexOf(a.kind) - order.indexOf(b.kind),
    );
    const cards = kinds.map(({ kind, available, why }) => {
      const { title, text, icon: name } = exportWords[kind];
      const run = (): void => this.take(kind);
      return card(kind, title, available ? text : why, name, available ? run : null);
    });
    const picture = (): void => {
      this.element.close();
      void this.files.picture();
    };
    const clip = this.studio.core.clip() >= 0;
    cards.push(
      card('picture', 'Picture', 'This view as PNG.', 'camera', picture),
      card(
        'film',
        'Film',
        clip ? 'The clip as WebM, as you see it.' : 'There is no clip to film.',
        'film',
        clip ? () => this.film() : null,
      ),
    );
    const close = h(
      'button',
      { type: 'button', class: 'icon-button', 'aria-label': 'Close', onclick: () => this.element.close() },
      icon('close'),
    );
    this.element.replaceChildren(
      h('div', { class: 'dialog-head' }, h('h2', {}, 'Take it home'), close),
      h('p', { class: 'note' }, 'Everything is made here, in your browser. Nothing is uploaded.'),
      h('div', { class: 'cards' }, ...cards),
    );
  }
}

function card(
  kind: string,
  title: string,
  text: string,
  name: IconName,
  run: (() => void) | null,
): HTMLElement {
  const button = h(
    'button',
    { type: 'button', class: 'card', 'data-export': kind, disabled: run === null },
    icon(name, 22),
    h('b', {}, title),
    h('span', {}, text),
  );
  if (run) button.addEventListener('click', run);
  return button;
}
