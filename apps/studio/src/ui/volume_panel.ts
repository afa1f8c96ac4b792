import type { Studio } from '../app/studio';
import type { Base, Findings, VolumeSettings } from '../core/core';
import { NumberField, SelectField, section } from './controls';
import { h, setText } from './dom';
import { FleshPanel } from './flesh_panel';
import { percent } from './words';

type Setting = keyof VolumeSettings;

/** Why a setting does nothing as things are; null: it does something. */
function idle(name: Setting, { method, effect }: VolumeSettings, found: Findings): string | null {
  if (name === 'method') return null;
  if (method === 'none') return 'Nothing is corrected under “Not at all”.';
  if (name === 'iterations' && !method.startsWith('linear-'))
    return 'Exact methods need one pass; more count for the linearised ones.';
  if (name === 'quads' && found.meshes.every(({ quads }) => quads === 0))
    return 'The character has no quads, only triangles.';
  if (name === 'sharpness' && effect !== 'organic' && effect !== 'rubber')
    return 'Sharpness is that of maps made of weights: organic and rubber.';
  if (name === 'smoothing' && effect === 'uniform') return 'Uniform maps are the same everywhere.';
  return null;
}

/** How the volume is kept, for the whole character. */
export class VolumePanel {
  readonly element: HTMLElement;
  private readonly setters: ((settings: VolumeSettings) => void)[] = [];
  private readonly why = h('p', { class: 'note', 'data-testid': 'idle' });
  private readonly left = h('p', { class: 'note', 'data-testid': 'error-left' });

  constructor(private readonly studio: Studio) {
    const how = section(
      'How volume is put back',
      this.base(),
      this.select('method', 'Method', [
        ['normal', 'Along normals, exact'],
        ['flesh', 'As simulated: flesh'],
        ['axes', 'Three exact axes'],
        ['free', 'Along the gradient, exact'],
        ['linear-normal', 'Along normals, linearised'],
        ['linear-axes', 'Three axes, linearised'],
        ['none', 'Not at all'],
      ]),
      this.select('scope', 'Scope', [
        ['joints', 'Every joint its own loss'],
        ['sequential', 'Joint after joint'],
        ['global', 'One for the whole part'],
      ]),
      this.select('effect', 'Effect', [
        ['organic', 'Organic'],
        ['rubber', 'Rubber'],
        ['muscle', 'Muscle'],
        ['folds', 'Folds'],
        ['uniform', 'Uniform'],
      ]),
      this.select('quads', 'Quads', [
        ['fan', 'Enclose two triangles'],
        ['bilinear', 'Enclose a bilinear patch'],
      ]),
      this.number('amount', 'Amount', 0, 1, 0.01),
      this.left,
    );
    const shape = section(
      'Shape of the maps',
      this.number('smoothing', 'Smoothing', 0, 4, 0.05),
      this.number('sharpness', 'Sharpness', 0.1, 8, 0.05),
      this.number('maxDisplacement', 'Largest move', 0, 2, 0.01),
      this.number('iterations', 'Passes', 1, 20, 1),
      h('p', { class: 'note' }, 'Smoothing and the largest move are in limb radii.'),
      this.why,
    );
    this.element = h(
      'div',
      { class: 'panel', id: 'panel-volume' },
      new FleshPanel(studio).element,
      how,
      shape,
    );
    studio.on(['view', 'document', 'loaded'], () => this.update());
    studio.on(['frame'], () => this.showLeft());
  }

  private update(): void {
    if (this.studio.tab !== 'volume') return;
    const settings = this.studio.core.settings();
    for (const set of this.setters) set(settings);
    const names = ['amount', 'sharpness', 'smoothing', 'iterations', 'quads'] as const;
    const reasons = names.map((name) => idle(name, settings, this.studio.findings));
    const said = new Set(reasons.filter((reason) => reason !== null));
    this.showLeft();
    setText(this.why, said.size > 0 ? `Greyed: ${[...said].join(' ')}` : '');
  }

  /** What less than the whole correction leaves, in the pose that is shown. */
  private showLeft(): void {
    if (this.studio.tab !== 'volume') return;
    const { report } = this.studio;
    const shown = report?.panes.find(({ method }) => method === 'isoskin');
    const partial = report && report.amount < 1 && shown;
    const words = partial
      ? `Below 1 the volume is not kept: ${percent(shown.error, 3)} % is left in this pose.`
      : '1 keeps the volume exactly; less leaves an error, which is shown.';
    setText(this.left, words);
  }

  private base(): HTMLElement {
    const choices = [
      ['linear', 'Linear skinning'],
      ['dual', 'Dual quaternions'],
    ] as const;
    const field = new SelectField<Base>('Base', choices, (base) =>
      this.studio.step('base of the correction', () => this.studio.core.setBase(base)),
    );
    this.setters.push(() => field.set(this.studio.core.base()));
    return field.element;
  }

  private change<K extends Setting>(name: K, value: VolumeSettings[K]): void {
    this.studio.core.setSettings({ [name]: value });
  }

  private select<K extends 'method' | 'scope' | 'effect' | 'quads'>(
    name: K,
    label: string,
    choices: readonly (readonly [VolumeSettings[K], string])[],
  ): HTMLElement {
    const field = new SelectField<VolumeSettings[K]>(label, choices, (value) =>
      this.studio.step(label.toLowerCase(), () => this.change(name, value)),
    );
    this.setters.push((settings) => {
      if (name === 'method')
        field.offer('flesh' as VolumeSettings[K], this.studio.core.flesh.carried().length > 0);
      field.set(settings[name]);
      const reason = idle(name, settings, this.studio.findings);
      field.enable(reason === null, reason ?? '');
    });
    return field.element;
  }

  private number(
    name: 'amount' | 'smoothing' | 'sharpness' | 'maxDisplacement' | 'iterations',
    label: string,
    min: number,
    max: number,
    step: number,
  ): HTMLElement {
    const change = (value: number): void => this.change(name, step >= 1 ? Math.round(value) : value);
    const field = new NumberField(this.studio, {
      label,
      name: name === 'amount' ? 'amount of the correction' : label,
      min,
      max,
      step,
      stepName: label.toLowerCase(),
      change,
    });
    this.setters.push((settings) => {
      field.set(settings[name]);
      const reason = idle(name, settings, this.studio.findings);
      field.enable(reason === null, reason ?? '');
    });
    return field.element;
  }
}
