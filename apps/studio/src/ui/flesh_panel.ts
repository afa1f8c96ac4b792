import { fitOf, type FleshState } from '../app/simulating';
import type { Studio } from '../app/studio';
import { NumberField, Segmented, section, textButton } from './controls';
import { h, setText } from './dom';
import { FleshLook, FleshProgress, qualityChoice } from './flesh_controls';
import { aboutSeconds, mendedWords } from './flesh_words';
import { readable } from './words';

/** The flesh of the whole character: which joints have it, which could have it, played or not. */
export class FleshPanel {
  readonly element: HTMLElement;
  private readonly note = h('p', { class: 'note', 'data-testid': 'flesh' });
  private readonly toggle: Segmented<'flesh' | 'normal'>;
  private readonly amount: NumberField;
  private readonly look: HTMLElement;
  private readonly plan = h('p', { class: 'note', 'data-testid': 'flesh-plan' });
  private readonly all: HTMLButtonElement;
  private readonly rest: HTMLButtonElement;
  private readonly which: HTMLButtonElement;
  private readonly list = h('ul', { class: 'flesh-joints', 'aria-label': 'Joints that move flesh' });

  constructor(private readonly studio: Studio) {
    const { simulating } = studio;
    const choices = [
      { value: 'flesh', label: 'As simulated' },
      { value: 'normal', label: 'Without' },
    ] as const;
    this.toggle = new Segmented<'flesh' | 'normal'>('Simulated flesh', choices, (method) =>
      studio.step('flesh', () => studio.core.setSettings({ method })),
    );
    this.amount = new NumberField(studio, {
      label: 'Amount',
      name: 'amount of flesh',
      min: 0,
      max: 1,
      step: 0.01,
      stepName: 'amount of flesh',
      change: (fleshAmount) => studio.core.setSettings({ fleshAmount }),
    });
    this.which = textButton('Which joints?', () => void simulating.look());
    this.all = textButton('Simulate all', () => void simulating.simulate([]));
    this.rest = textButton('Simulate the rest', () => void simulating.simulate(simulating.missing));
    this.rest.title = 'Joints that have no flesh yet';
    this.look = new FleshLook(studio).element;
    this.element = section(
      'Flesh',
      this.note,
      this.toggle.element,
      this.amount.element,
      this.look,
      qualityChoice(studio),
      h('div', { class: 'buttons wrap' }, this.which, this.all, this.rest),
      this.plan,
      new FleshProgress(studio).element,
      this.list,
    );
    studio.on(['view', 'document', 'loaded', 'flesh'], () => this.update());
  }

  private update(): void {
    const { studio } = this;
    if (studio.tab !== 'volume') return;
    const carried = studio.core.flesh.carried().length;
    const { method, scope, fleshAmount } = studio.core.settings();
    const joints = `${carried} ${carried === 1 ? 'joint' : 'joints'}`;
    const none = 'No flesh yet: simulated once, it folds and bulges at joints instead of crossing itself.';
    setText(this.note, carried > 0 ? `The simulated flesh of ${joints} is carried along.` : none);
    this.toggle.element.hidden = this.amount.element.hidden = carried === 0;
    this.toggle.set(method === 'flesh' || method === 'normal' ? method : null);
    this.amount.set(fleshAmount);
    const idle = method !== 'flesh' ? 'The flesh is switched off.' : '';
    const scoped = scope !== 'joints' ? 'Flesh is played where every joint puts back its own loss.' : '';
    this.amount.enable(!idle && !scoped, idle || scoped);
    this.showRun();
  }

  private showRun(): void {
    const { simulating } = this.studio;
    const { plan, running, missing } = simulating;
    this.all.disabled = this.which.disabled = this.rest.disabled = running;
    this.rest.hidden = missing.length === 0 || missing.length === fitOf(plan).length;
    const carried = new Set(this.studio.core.flesh.carried().map(({ joint }) => joint));
    const words = `${fitOf(plan).length} of ${plan.length} joints can be simulated: ${aboutSeconds(simulating.estimate)}.`;
    setText(this.plan, plan.length > 0 && !running ? words : '');
    const shown = plan.map(({ joint, trouble }) => this.row(joint, trouble, carried));
    this.list.replaceChildren(...shown);
    this.list.hidden = shown.length === 0;
  }

  private row(joint: string, trouble: string, carried: ReadonlySet<number>): HTMLElement {
    const { studio } = this;
    const state = studio.simulating.states.get(joint);
    const { current } = studio.simulating;
    const runs = current?.joint === joint ? current.part : null;
    const index = studio.joints.findIndex(({ name }) => name === joint);
    const select = (): void => studio.select(index);
    const has = carried.has(index);
    return h(
      'li',
      { 'data-joint': joint, 'data-state': runs !== null ? 'runs' : has ? 'done' : 'none' },
      h('button', { type: 'button', onclick: select }, readable(joint)),
      h('span', {}, runs !== null ? `${Math.round(100 * runs)} %` : wordsOf(state, trouble, has)),
    );
  }
}

function wordsOf(state: FleshState | undefined, trouble: string, carried: boolean): string {
  if (carried) return state?.report ? mendedWords(state.report) : 'Has flesh.';
  if (trouble || state?.kind === 'left') return `Stays as it is: ${trouble || state?.why}.`;
  return state?.kind === 'waits' ? 'Waits.' : 'Can be simulated.';
}
