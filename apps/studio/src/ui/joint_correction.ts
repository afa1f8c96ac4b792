import type { Studio } from '../app/studio';
import type { JointSettings, VolumeSettings } from '../core/core';
import { NumberField, section } from './controls';
import { h, setText } from './dom';

/** Why the amount of a joint does nothing as things are; null: it does something. */
function amountIdle({ method }: VolumeSettings): string | null {
  return method === 'none' ? 'Nothing is corrected under “Not at all”.' : null;
}

/** The same of what shapes a drawn curve; `drawn`: it has one. */
function curveIdle({ method, scope }: VolumeSettings, drawn: boolean): string | null {
  if (method === 'none') return 'Nothing is corrected under “Not at all”.';
  if (scope === 'global') return 'One correction for the whole part has no curves of joints.';
  return drawn ? null : 'Counts for a drawn curve, muscle or folds.';
}

function gainIdle(settings: VolumeSettings, drawn: boolean): string | null {
  const { method, scope } = settings;
  const reason = curveIdle(settings, drawn);
  if (reason !== null) return reason;
  if ((method !== 'normal' && method !== 'flesh') || scope !== 'joints')
    return 'Counts along normals, where every joint puts back its own loss.';
  return null;
}

/** How much of the selected joint's correction is played, and how its curve is exaggerated. */
export class JointCorrection {
  readonly element: HTMLElement;
  /** What belongs under the curve. */
  readonly curveFields: readonly HTMLElement[];
  private readonly gain: NumberField;
  private readonly flexor: NumberField;
  private readonly amount: NumberField;
  private readonly bulge = h('p', { class: 'note', 'data-testid': 'bulge' });
  private readonly why = h('p', { class: 'note', 'data-testid': 'joint-idle' });

  constructor(private readonly studio: Studio) {
    this.gain = this.field('gain', 'Gain', 3);
    this.flexor = this.field('flexor', 'Flexor side', 1);
    this.amount = this.field('amount', 'Amount', 1);
    this.curveFields = [this.gain.element, this.bulge, this.flexor.element];
    this.element = section('Correction of this joint', this.amount.element, this.why);
  }

  private field(name: 'gain' | 'flexor' | 'amount', label: string, max: number): NumberField {
    const { studio } = this;
    return new NumberField(studio, {
      label,
      name: name === 'amount' ? 'amount of the joint' : label,
      min: 0,
      max,
      step: 0.01,
      stepName: label.toLowerCase(),
      change: (value) => studio.core.setJointSettings(studio.selected, { [name]: value }),
    });
  }

  update(own: JointSettings): void {
    const settings = this.studio.core.settings();
    const effect = own.effect ?? settings.effect;
    const drawn = own.profile !== null || effect === 'muscle' || effect === 'folds';
    this.gain.set(own.gain ?? 1);
    this.flexor.set(own.flexor ?? (effect === 'muscle' ? 1 : 0));
    this.amount.set(own.amount ?? 1);
    const reasons = [gainIdle(settings, drawn), curveIdle(settings, drawn), amountIdle(settings)] as const;
    [this.gain, this.flexor, this.amount].forEach((field, i) =>
      field.enable(reasons[i] === null, reasons[i] ?? ''),
    );
    const said = [...new Set(reasons.filter((reason) => reason !== null))];
    const partial = settings.amount < 1 || (own.amount ?? 1) < 1 ? ' Below 1 the volume is not kept.' : '';
    setText(this.why, said.length > 0 ? `Greyed: ${said.join(' ')}` : `Times that for all.${partial}`);
    this.showFrame();
  }

  /** The bulge in the pose that is shown. */
  showFrame(): void {
    const { report, selected } = this.studio;
    const bulges = report?.joints.filter(({ joint }) => joint === selected).map(({ bulge }) => bulge) ?? [];
    const height = Math.max(0, ...bulges);
    const words =
      height > 0
        ? `Bulge in this pose: ${(100 * height).toFixed(1)} % of the limb’s radius.`
        : 'No bulge in this pose.';
    setText(this.bulge, words);
  }
}
