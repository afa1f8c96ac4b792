import { textButton } from './controls';
import { h, onClosed, setText } from './dom';

/** What is being opened, how far it is, and a way to end it. Nothing can be edited meanwhile. */
export class Opening {
  private readonly words = h('span', { role: 'status' });
  private readonly bar = h('progress', { max: 1 });
  private readonly element = h(
    'dialog',
    { class: 'opening', 'data-testid': 'opening' },
    this.words,
    this.bar,
    textButton('Cancel', () => this.job?.abort(), 'close'),
  );
  private job: AbortController | null = null;

  constructor() {
    document.body.append(this.element);
    onClosed(this.element, () => this.job?.abort()); // by Escape
  }

  /** Aborted when the visitor cancels, or opens something else. */
  begin(words: string): AbortSignal {
    this.job?.abort();
    this.job = new AbortController();
    setText(this.words, words);
    this.element.ariaLabel = words;
    this.bar.ariaLabel = words;
    this.bar.removeAttribute('value');
    if (!this.element.open) this.element.showModal();
    return this.job.signal;
  }

  show(part: number): void {
    this.bar.value = part;
  }

  /** Of the work `begin` gave this signal; later work stays. */
  end(signal: AbortSignal): void {
    if (signal !== this.job?.signal) return;
    this.job = null;
    this.element.close();
  }
}
