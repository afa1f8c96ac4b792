import type { Studio } from '../app/studio';
import type { VolumeSettings } from '../core/core';
import { NumberField, SelectField, section } from './controls';
import { h } from './dom';

type Setting = keyof VolumeSettings;

/** How the volume is kept, for the whole character. */
export class VolumePanel {
  readonly element: HTMLElement;
  private readonly setters: ((settings: VolumeSettings) => void)[] = [];

  constructor(private readonly studio: Studio) {
    const how = section(
      'How volume is put back',
      this.select('method', 'Method', [
        ['normal', 'Along normals, exact'],
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
    );
    const shape = section(
      'Shape of the maps',
      this.number('smoothing', 'Smoothing', 0, 4, 0.05),
      this.number('sharpness', 'Sharpness', 0.1, 8, 0.05),
      this.number('maxDisplacement', 'Largest move', 0, 2, 0.01),
      this.number('iterations', 'Passes', 1, 20, 1),
      h(
        'p',
        { class: 'note' },
        'Smoothing and the largest move are in limb radii. Passes count for the linearised methods.',
      ),
    );
    this.element = h('div', { class: 'panel', id: 'panel-volume' }, how, shape);
    studio.on(['view', 'document', 'loaded'], () => {
      if (studio.tab !== 'volume') return;
      const settings = studio.core.settings();
      for (const set of this.setters) set(settings);
    });
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
    this.setters.push((settings) => field.set(settings[name]));
    return field.element;
  }

  private number(
    name: 'smoothing' | 'sharpness' | 'maxDisplacement' | 'iterations',
    label: string,
    min: number,
    max: number,
    step: number,
  ): HTMLElement {
    const change = (value: number): void => this.change(name, step >= 1 ? Math.round(value) : value);
    const field = new NumberField(this.studio, {
      label,
      min,
      max,
      step,
      stepName: label.toLowerCase(),
      change,
    });
    this.setters.push((settings) => field.set(settings[name]));
    return field.element;
  }
}
