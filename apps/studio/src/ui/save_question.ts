import { textButton } from './controls';
import { h, onClosed, setText } from './dom';

export type SaveAnswer = 'save' | 'discard' | 'cancel';

/** Asks what becomes of edits before something else is opened. */
export class SaveQuestion {
  private answer: ((answer: SaveAnswer) => void) | null = null;
  private readonly title = h('h2', { id: 'save-question' });
  private readonly element = h(
    'dialog',
    { class: 'question', 'aria-labelledby': 'save-question', 'data-testid': 'save-question' },
    this.title,
    h(
      'p',
      { class: 'note' },
      'Save writes the character with its settings to its file, or to your downloads. Discarded edits stay under Recent in the File panel.',
    ),
    h(
      'div',
      { class: 'buttons' },
      this.button('Save', 'save'),
      this.button('Discard', 'discard'),
      this.button('Cancel', 'cancel'),
    ),
  );

  constructor() {
    document.body.append(this.element);
    onClosed(this.element, () => this.give('cancel')); // by Escape
  }

  ask(name: string): Promise<SaveAnswer> {
    this.give('cancel');
    setText(this.title, `Save the changes to ${name}?`);
    this.element.showModal();
    return new Promise((resolve) => (this.answer = resolve));
  }

  private button(label: string, answer: SaveAnswer): HTMLButtonElement {
    const button = textButton(label, () => {
      this.give(answer);
      this.element.close();
    });
    button.dataset.answer = answer;
    if (answer === 'save') button.classList.add('accent');
    return button;
  }

  private give(answer: SaveAnswer): void {
    this.answer?.(answer);
    this.answer = null;
  }
}
