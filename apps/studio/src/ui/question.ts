import { textButton } from './controls';
import { h, onClosed, setText } from './dom';

/** A question that waits for an answer; closed by Escape it is answered with the last of the choices. */
export class Question<Answer extends string> {
  private answer: ((answer: Answer) => void) | null = null;
  private readonly title: HTMLElement;
  private readonly note = h('p', { class: 'note' });
  private readonly element: HTMLDialogElement;

  /** The first choice is the usual one. */
  constructor(
    id: string,
    private readonly choices: readonly (readonly [Answer, string])[],
  ) {
    this.title = h('h2', { id });
    this.element = h(
      'dialog',
      { class: 'question', 'aria-labelledby': id, 'data-testid': id },
      this.title,
      this.note,
      h('div', { class: 'buttons' }, ...choices.map(([answer, label]) => this.button(answer, label))),
    );
    document.body.append(this.element);
    onClosed(this.element, () => this.giveUp());
  }

  ask(title: string, note: string): Promise<Answer> {
    this.giveUp();
    setText(this.title, title);
    setText(this.note, note);
    this.element.showModal();
    return new Promise((resolve) => (this.answer = resolve));
  }

  private button(answer: Answer, label: string): HTMLButtonElement {
    const button = textButton(label, () => {
      this.give(answer);
      this.element.close();
    });
    button.dataset.answer = answer;
    if (answer === this.choices[0]?.[0]) button.classList.add('accent');
    return button;
  }

  private giveUp(): void {
    const last = this.choices.at(-1);
    if (last) this.give(last[0]);
  }

  private give(answer: Answer): void {
    this.answer?.(answer);
    this.answer = null;
  }
}
