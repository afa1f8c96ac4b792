import type { Files } from '../app/files';
import type { Studio } from '../app/studio';
import { textButton } from './controls';
import { h } from './dom';
import { exportWords } from './export_words';
import { icon, type IconName } from './icons';

/** What can be taken home. */
export class ExportDialog {
  readonly element = h('dialog', { class: 'exports', tabindex: -1, 'aria-label': 'Take it home' });
  private filming: { cancelled: boolean } | null = null;

  constructor(
    private readonly studio: Studio,
    private readonly files: Files,
  ) {
    this.element.addEventListener('click', (event) => {
      if (event.target === this.element) this.element.close();
    });
    this.element.addEventListener('close', () => {
      if (this.filming) this.filming.cancelled = true;
    });
  }

  open(): void {
    this.fill();
    this.element.showModal();
    this.element.focus(); // not the closing cross, which is first
  }

  film(): void {
    if (!this.element.open) this.element.showModal();
    const job = { cancelled: false };
    this.filming = job;
    const bar = h('progress', { max: 1, value: 0, 'aria-label': 'Recording' });
    const stop = textButton('Cancel', () => (job.cancelled = true), 'close');
    this.element.replaceChildren(
      h('h2', {}, 'Recording the clip …'),
      h('p', { class: 'note' }, 'The clip plays once from its start.'),
      bar,
      h('div', { class: 'buttons' }, stop),
    );
    void this.files
      .film(
        (part) => (bar.value = part),
        () => job.cancelled,
      )
      .then(() => {
        this.filming = null;
        this.element.close();
      });
  }

  private fill(): void {
    const cards = this.studio.core.exports().map(({ kind, available, why }) => {
      const { title, text, icon: name } = exportWords[kind];
      const run = (): void => {
        this.element.close();
        void this.files.export(kind);
      };
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
