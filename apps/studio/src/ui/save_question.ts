import { Question } from './question';

export type SaveAnswer = 'save' | 'discard' | 'cancel';

/** Asks what becomes of edits before something else is opened. */
export class SaveQuestion {
  private readonly question = new Question<SaveAnswer>('save-question', [
    ['save', 'Save'],
    ['discard', 'Discard'],
    ['cancel', 'Cancel'],
  ]);

  ask(name: string): Promise<SaveAnswer> {
    return this.question.ask(
      `Save the changes to ${name}?`,
      'Save writes the character with its settings to its file, or to your downloads. Discarded edits stay under Recent in the File panel.',
    );
  }
}
