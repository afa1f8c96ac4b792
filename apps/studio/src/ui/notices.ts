import type { Messages, Way } from '../app/studio';
import { textButton } from './controls';
import { h, setText } from './dom';
import { icon } from './icons';

const mostDetails = 3;
const sayingTime = 2200; // milliseconds

/** Short sayings that pass, and complaints, in a row of their own over the views, until they are read. */
export class Notices implements Messages {
  readonly element = h('div', { class: 'notices', 'aria-live': 'polite' });
  private readonly saying = h('p', { class: 'saying', role: 'status' });
  readonly complaints = h('div', { class: 'complaints', role: 'alert' });
  private timer = 0;

  constructor() {
    this.element.append(this.saying);
  }

  say(text: string): void {
    setText(this.saying, text);
    this.saying.classList.add('shown');
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.saying.classList.remove('shown'), sayingTime);
  }

  complain(text: string, details: readonly string[] = [], ways: readonly Way[] = []): void {
    const close = h(
      'button',
      { type: 'button', class: 'icon-button', 'aria-label': 'Dismiss' },
      icon('close', 16),
    );
    const shown = details.slice(0, mostDetails).map((detail) => h('li', {}, detail));
    if (details.length > mostDetails) shown.push(h('li', {}, `and ${details.length - mostDetails} more`));
    const list = details.length > 0 ? h('ul', {}, ...shown) : null;
    const buttons = ways.map(({ label, run }) =>
      textButton(label, () => {
        card.remove();
        run();
      }),
    );
    const row = buttons.length > 0 ? h('div', { class: 'buttons' }, ...buttons) : null;
    const card: HTMLElement = h(
      'div',
      { class: 'complaint' },
      icon('warn', 18),
      h('div', {}, h('p', {}, text), list, row),
      close,
    );
    close.addEventListener('click', () => card.remove());
    // The same sentence twice is one sentence.
    for (const other of this.complaints.children)
      if (other.querySelector('p')?.textContent === text) other.remove();
    this.complaints.append(card);
    while (this.complaints.children.length > 3) this.complaints.firstElementChild?.remove();
  }

  forget(): void {
    this.dismiss();
  }

  dismiss(): void {
    this.complaints.replaceChildren();
  }
}
