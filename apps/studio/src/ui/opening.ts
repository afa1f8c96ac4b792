import { h, setText } from './dom';

/** What is being opened, over the page while the core is at work. */
export class Opening {
  private readonly words = h('span', {});
  private readonly element = h(
    'div',
    { class: 'opening', role: 'status', 'data-testid': 'opening', hidden: true },
    h('i', { class: 'opening-dot', 'aria-hidden': 'true' }),
    this.words,
  );

  constructor() {
    document.body.append(this.element);
  }

  /** Resolves when the words are on the screen: what comes next may hold the page up. */
  async show(words: string): Promise<void> {
    setText(this.words, words);
    this.element.hidden = false;
    await new Promise((painted) => requestAnimationFrame(() => setTimeout(painted, 0)));
  }

  hide(): void {
    this.element.hidden = true;
  }
}
