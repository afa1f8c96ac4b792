import type { Studio } from '../app/studio';
import { section, textButton } from './controls';
import { h, setText } from './dom';
import { FleshLook, FleshProgress, qualityChoice } from './flesh_controls';
import { carriedWords, mendedWords } from './flesh_words';

/** The flesh of the selected joint: simulated, looked at with and without it, taken out. */
export class JointFlesh {
  readonly element: HTMLElement;
  private readonly state = h('p', { class: 'note', 'data-testid': 'joint-flesh' });
  private readonly simulate: HTMLButtonElement;
  private readonly remove: HTMLButtonElement;

  constructor(private readonly studio: Studio) {
    this.simulate = textButton('Simulate', () => void studio.simulating.simulate([this.name]));
    this.remove = textButton('Remove', () => this.drop(), 'close');
    this.element = section(
      'Flesh of this joint',
      this.state,
      qualityChoice(studio),
      h('div', { class: 'buttons wrap' }, this.simulate, this.remove),
      new FleshProgress(studio).element,
      new FleshLook(studio).element,
    );
    studio.on(['view', 'document', 'loaded', 'flesh'], () => this.update());
  }

  private get name(): string {
    return this.studio.joints[this.studio.selected]?.name ?? '';
  }

  private drop(): void {
    const { core, selected } = this.studio;
    this.studio.step('remove flesh', () => core.flesh.drop(selected));
  }

  private update(): void {
    const { studio } = this;
    if (studio.tab !== 'joint' || studio.selected < 0) return;
    const carried = studio.core.flesh.carried().find(({ joint }) => joint === studio.selected);
    const state = studio.simulating.states.get(this.name);
    const known = carried && state?.report ? ` ${mendedWords(state.report)}` : '';
    const left = state?.kind === 'left' ? `Left as it was: ${state.why}.` : '';
    const short = carried && state?.kind === 'done' && state.why ? ` ${state.why}.` : '';
    const idle = 'Not simulated: corrected along normals, skin may go through itself in the crook.';
    setText(this.state, carried ? carriedWords(carried) + known + short : left || idle);
    const label = this.simulate.querySelector('span');
    if (label) setText(label, carried ? 'Simulate anew' : 'Simulate');
    this.simulate.classList.toggle('accent', !carried);
    this.simulate.disabled = studio.simulating.running;
    this.remove.hidden = !carried;
  }
}
