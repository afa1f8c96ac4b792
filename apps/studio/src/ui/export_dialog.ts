import type { FilmOptions } from '../app/film';
import type { Studio } from '../app/studio';
import type { Taking } from '../app/taking';
import type { ExportKind } from '../core/core';
import { textButton } from './controls';
import { h, onClosed } from './dom';
import { exportWords } from './export_words';
import { icon, type IconName } from './icons';
import { bakeForm, filmForm, pictureForm, type TakeForm } from './take_forms';

type Work = (progress: (part: number) => void, signal: AbortSignal) => Promise<void>;

/** What can be taken home; while it is made, how far it is. */
export class ExportDialog {
  readonly element = h('dialog', { class: 'exports', tabindex: -1, 'aria-label': 'Take it home' });
  private running: AbortController | null = null;
  private form: TakeForm | null = null;

  constructor(
    private readonly studio: Studio,
    private readonly taking: Taking,
  ) {
    this.element.addEventListener('click', (event) => {
      if (event.target === this.element && !this.running) this.element.close();
    });
    onClosed(this.element, () => {
      this.running?.abort();
      this.form?.gone();
    });
  }

  open(): void {
    this.fill();
    this.element.showModal();
    this.element.focus(); // not the closing cross, which is first
  }

  take(kind: ExportKind): void {
    if (kind === 'baked-glb') {
      this.ask('Baked GLB', (close) => bakeForm(this.studio, this.taking, close));
      return;
    }
    this.work(
      `Making: ${exportWords[kind].title} …`,
      'It is made beside the page from the character as it is now.',
      (progress, signal) => this.taking.export(kind, progress, signal),
    );
  }

  picture(): void {
    this.ask('Picture', (close) => pictureForm(this.taking, close));
  }

  film(): void {
    if (this.studio.core.clip() < 0) {
      this.studio.messages.say('There is no clip to film');
      return;
    }
    const make = (options: FilmOptions): void =>
      this.work('Making the film …', 'Every frame is posed, drawn and encoded.', (progress, signal) =>
        this.taking.film(options, progress, signal),
      );
    this.ask('Film', () => filmForm(this.studio, make));
  }

  private ask(title: string, make: (close: () => void) => TakeForm): void {
    if (!this.element.open) this.element.showModal();
    this.form?.gone();
    const form = make(() => this.element.close());
    this.form = form;
    this.element.replaceChildren(this.head(title), ...form.elements);
    this.element.focus();
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
    const clip = this.studio.core.clip() >= 0;
    cards.push(
      card('picture', 'Picture', 'This view as PNG, at a size you choose.', 'camera', () => this.picture()),
      card(
        'film',
        'Film',
        clip ? 'The clip frame by frame, at a size you choose.' : 'There is no clip to film.',
        'film',
        clip ? () => this.film() : null,
      ),
    );
    this.element.replaceChildren(
      this.head('Take it home'),
      h('p', { class: 'note' }, 'Everything is made here, in your browser. Nothing is uploaded.'),
      h('div', { class: 'cards' }, ...cards),
    );
  }

  private head(title: string): HTMLElement {
    const close = h(
      'button',
      { type: 'button', class: 'icon-button', 'aria-label': 'Close', onclick: () => this.element.close() },
      icon('close'),
    );
    return h('div', { class: 'dialog-head' }, h('h2', {}, title), close);
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
