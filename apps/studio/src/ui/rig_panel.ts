import type { Files } from '../app/files';
import type { Rigging } from '../app/rigging';
import type { Studio } from '../app/studio';
import { rigTemplates, type Bound, type FoundRig, type RigTemplate } from '../core/makers';
import { SelectField, textButton } from './controls';
import { h } from './dom';
import { icon } from './icons';
import { readable } from './words';

const templateWords: Readonly<Record<RigTemplate, string>> = {
  auto: 'find out',
  biped: 'two legs',
  quadruped: 'four legs',
  hand: 'a hand',
  snake: 'a snake',
  fish: 'a fish',
};

/** How sure the whole is, in words. */
function sureness({ confidence, joints }: FoundRig): string {
  const doubtful = joints.filter(({ reasons, moved }) => reasons.length > 0 && !moved).length;
  const look =
    doubtful === 0
      ? ''
      : doubtful === 1
        ? ' One joint is doubtful: look at it.'
        : ` ${doubtful} joints are doubtful: look at them.`;
  if (confidence >= 0.8) return `It fits.${look}`;
  if (confidence >= 0.5) return `It fits fairly.${look}`;
  return `It hardly fits: another kind of body may do better, or move the joints by hand.${look}`;
}

/** A mesh without a skeleton gets one here; at the top of the joint panel, in place of the rest. */
export class RigPanel {
  readonly element = h('div', { class: 'rig-panel', 'data-testid': 'rig-panel' });
  private template: RigTemplate = 'auto';
  private readonly choice: SelectField<RigTemplate>;

  constructor(
    private readonly studio: Studio,
    private readonly rigging: Rigging,
    private readonly files: Files,
    private readonly around: HTMLElement,
  ) {
    const choices = rigTemplates.map((name) => [name, `${name}: ${templateWords[name]}`] as const);
    this.choice = new SelectField('Kind of body', choices, (template) => (this.template = template));
    studio.on(['loaded', 'sketch'], () => this.fill());
    studio.on(['loaded', 'sketch', 'view'], () => this.makeRoom());
  }

  private fill(): void {
    const { bare, rig, bound } = this.rigging;
    this.element.hidden = !bare && !bound;
    if (rig) this.element.replaceChildren(...this.adjusting(rig));
    else if (bare) this.element.replaceChildren(...this.offer());
    else if (bound) this.element.replaceChildren(...this.finished(bound));
  }

  /** What is said of joints is of no use before there are some, unless a node was picked to be moved. */
  private makeRoom(): void {
    const { bare, rig } = this.rigging;
    this.around.classList.toggle('bare', rig !== null || (bare && this.studio.selected < 0));
  }

  private offer(): HTMLElement[] {
    const find = textButton('Rig it', () => void this.rigging.find(this.template), 'bones');
    find.classList.add('accent');
    return [
      h('h2', {}, `${this.studio.name} has no skeleton`),
      h(
        'p',
        { class: 'note' },
        'Rig it lays one into the mesh. You can put its joints right, then the mesh is bound to it and can be posed.',
      ),
      this.choice.element,
      h('div', { class: 'buttons' }, find),
    ];
  }

  private adjusting(rig: FoundRig): HTMLElement[] {
    const { rigging } = this;
    const bind = textButton('Bind', () => void rigging.bind(), 'check');
    bind.classList.add('accent');
    const again = textButton('Search again', () => void rigging.find(this.template), 'reset');
    const both = h('input', { type: 'checkbox' });
    both.checked = rigging.mirrored;
    both.addEventListener('change', () => rigging.setMirrored(both.checked));
    const missing = rig.missing.length > 0 ? `Not found: ${rig.missing.join(', ')}.` : '';
    const whole = [missing, ...rig.reasons.map((reason) => `${reason}.`)].filter(Boolean);
    return [
      h('h2', {}, `${rig.template}, ${rig.joints.length} joints`),
      h(
        'p',
        { 'data-testid': 'rig-confidence', title: `confidence ${rig.confidence.toFixed(2)}` },
        sureness(rig),
      ),
      ...whole.map((text) => h('p', { class: 'note' }, text)),
      this.doubts(rig),
      h('p', { class: 'note' }, 'Drag joints to where the body bends, from the front and from the side.'),
      h('label', { class: 'check' }, both, 'Move both sides alike'),
      h('div', { class: 'buttons' }, bind),
      this.choice.element,
      h(
        'div',
        { class: 'buttons' },
        again,
        textButton('Leave it', () => rigging.leave(), 'close'),
      ),
    ];
  }

  /** Doubtful joints, worst first; a click marks the joint in the view. */
  private doubts(rig: FoundRig): HTMLElement {
    const rows = rig.joints
      .map((joint, index) => ({ joint, index }))
      .filter(({ joint }) => joint.reasons.length > 0 && !joint.moved)
      .sort((a, b) => a.joint.confidence - b.joint.confidence)
      .map(({ joint, index }) =>
        h(
          'li',
          {},
          h(
            'button',
            {
              type: 'button',
              class: 'doubt',
              'aria-pressed': String(index === this.rigging.selected),
              onclick: () => this.rigging.select(index),
            },
            icon('warn', 15),
            h('b', {}, readable(joint.name)),
            h('span', {}, joint.reasons.join('; ')),
          ),
        ),
      );
    return h('ul', { class: 'doubts', hidden: rows.length === 0 }, ...rows);
  }

  private finished(bound: Bound): HTMLElement[] {
    const ways = bound.parts.map(({ method, vertices }) => `${vertices.toLocaleString('en')} by ${method}`);
    return [
      h(
        'p',
        { class: 'note', 'data-testid': 'rig-bound' },
        `Weights are made: vertices ${ways.join(', ')}. Click the body and turn a joint, or`,
      ),
      h(
        'div',
        { class: 'buttons' },
        textButton('Choose a motion …', () => this.files.chooseMotion(), 'open'),
      ),
      ...bound.notes.map((note) => h('p', { class: 'note' }, note)),
    ];
  }
}
