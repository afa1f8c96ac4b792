import type { Studio } from '../app/studio';
import type { Brush, BrushMode, WeightsCommand } from '../core/core';
import type { PaintTool } from '../view/paint_tool';
import { NumberField, Segmented, SelectField, section, textButton } from './controls';
import { h, setText } from './dom';

/** Brush, falloff, locks, and commands over all weights. */
export class PaintPanel {
  readonly element: HTMLElement;
  private readonly target: Segmented<'weights' | 'map'>;
  private readonly mode: Segmented<BrushMode>;
  private readonly fields: { field: NumberField; name: 'size' | 'strength' | 'value' }[];
  private readonly falloff: Segmented<Brush['falloff']>;
  private readonly mirror: Segmented<Brush['mirror']>;
  private readonly title = h('p', { class: 'hint' });
  private readonly lock: HTMLButtonElement;
  private readonly limits = { below: 1, most: 4 };
  private readonly below: NumberField;
  private readonly most: NumberField;

  constructor(
    private readonly studio: Studio,
    private readonly tool: PaintTool,
  ) {
    this.target = new Segmented(
      'What is painted',
      choices(['weights', 'Skin weights'], ['map', 'Correction map']),
      (value) => studio.setPainted(value),
    );
    this.mode = new Segmented<BrushMode>(
      'Brush',
      choices(['add', 'Add'], ['subtract', 'Subtract'], ['replace', 'Replace'], ['smooth', 'Smooth']),
      (mode) => this.set({ mode }),
    );
    this.falloff = new Segmented<Brush['falloff']>(
      'Falloff',
      choices(['smooth', 'Soft'], ['linear', 'Linear'], ['constant', 'Hard']),
      (falloff) => this.set({ falloff }),
    );
    this.mirror = new Segmented<Brush['mirror']>(
      'Mirror',
      choices(['none', 'Off'], ['x', 'X'], ['y', 'Y'], ['z', 'Z']),
      (mirror) => this.set({ mirror }),
    );
    this.fields = [
      this.number('size', 'Radius', 0.005, 0.3),
      this.number('strength', 'Strength', 0, 1),
      this.number('value', 'Value', 0, 1),
    ];
    this.below = this.limit('below', 'Below', 'weights to prune, below percent', 0.1, '%');
    this.most = this.limit('most', 'At most', 'joints of a vertex, at most', 1, 'joints');
    this.lock = textButton('Lock this joint', () => this.toggleLock(), 'lock');
    this.element = h(
      'div',
      { class: 'panel', id: 'panel-paint' },
      this.title,
      this.brushSection(),
      this.weightSection(),
    );
    studio.on(['view', 'document', 'loaded'], () => this.update());
  }

  private brushSection(): HTMLElement {
    const field = (label: string, control: { element: HTMLElement }): HTMLElement =>
      h('div', { class: 'field' }, h('span', { class: 'field-label' }, label), control.element);
    return section(
      'Brush',
      this.target.element,
      this.mode.element,
      ...this.fields.map(({ field: own }) => own.element),
      field('Falloff', this.falloff),
      field('Mirror', this.mirror),
      h('p', { class: 'note' }, 'Hold Shift to smooth, Control to take away. A pen’s pressure counts.'),
    );
  }

  private weightSection(): HTMLElement {
    const { studio } = this;
    const command = (label: string, make: () => WeightsCommand): HTMLElement =>
      textButton(label, () => studio.step(label.toLowerCase(), () => studio.core.weightsCommand(make())));
    const clear = (): void => studio.step('clear painting', () => studio.core.clearPaint(studio.selected));
    const smoothAxis = this.pickAxis();
    return section(
      'All weights',
      h(
        'div',
        { class: 'buttons wrap' },
        this.lock,
        command('Smooth joint', () => ({ kind: 'smooth', joint: studio.selected, rounds: 2 })),
        command('Normalise', () => ({ kind: 'normalise' })),
        textButton('Clear painted map', clear, 'reset'),
      ),
      h(
        'div',
        { class: 'pair' },
        this.below.element,
        command('Prune', () => ({ kind: 'prune', below: this.limits.below / 100 })),
        this.most.element,
        command('Limit', () => ({ kind: 'limit', influences: Math.round(this.limits.most) })),
      ),
      smoothAxis.element,
    );
  }

  private pickAxis(): SelectField<string> {
    const { studio } = this;
    const field = new SelectField<string>(
      'Mirror all',
      [
        ['', 'choose …'],
        ['x positive', '+X to −X'],
        ['x negative', '−X to +X'],
        ['z positive', '+Z to −Z'],
        ['z negative', '−Z to +Z'],
      ],
      (value) => {
        const [axis, from] = value.split(' ') as ['x' | 'z', 'positive' | 'negative'];
        if (value)
          studio.step('mirror weights', () => studio.core.weightsCommand({ kind: 'mirror', axis, from }));
        field.set('');
      },
    );
    return field;
  }

  private number(
    name: 'size' | 'strength' | 'value',
    label: string,
    min: number,
    max: number,
  ): PaintPanel['fields'][number] {
    const change = (value: number): void => this.set({ [name]: value });
    return { name, field: new NumberField(this.studio, { label, min, max, step: 0.005, digits: 3, change }) };
  }

  private limit(
    name: 'below' | 'most',
    label: string,
    spoken: string,
    step: number,
    unit: string,
  ): NumberField {
    const change = (value: number): void => {
      this.limits[name] = value;
      this[name].set(value);
    };
    const field = new NumberField(this.studio, {
      label,
      name: spoken,
      min: step,
      max: 32,
      step,
      unit,
      change,
    });
    field.set(this.limits[name]);
    return field;
  }

  private set(change: Partial<PaintTool['choice']>): void {
    Object.assign(this.tool.choice, change);
    this.update();
  }

  private toggleLock(): void {
    const { core, selected } = this.studio;
    if (selected < 0) return;
    const locked = core.locks().includes(selected);
    this.studio.step(locked ? 'unlock joint' : 'lock joint', () => core.setLock(selected, !locked));
  }

  private update(): void {
    if (this.studio.tab !== 'paint') return;
    const { core, selected, painted } = this.studio;
    const { choice } = this.tool;
    const name = this.studio.jointName(selected);
    setText(this.title, selected < 0 ? 'Click the body to choose the joint to paint.' : `Painting ${name}`);
    this.target.set(painted);
    this.mode.set(choice.mode);
    this.falloff.set(choice.falloff);
    this.mirror.set(choice.mirror);
    for (const { name: own, field } of this.fields) field.set(choice[own]);
    setText(
      this.lock.lastElementChild ?? this.lock,
      core.locks().includes(selected) ? 'Unlock this joint' : 'Lock this joint',
    );
  }
}

function choices<T extends string>(...list: [T, string][]): { value: T; label: string }[] {
  return list.map(([value, label]) => ({ value, label }));
}
