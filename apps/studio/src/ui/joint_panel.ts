import type { Studio } from '../app/studio';
import type { Effect, Vec3 } from '../core/core';
import { NumberField, Segmented, section, textButton } from './controls';
import { CurveEditor } from './curve_editor';
import { h, setPressed, setText } from './dom';
import { JointTree } from './joint_tree';
import { JointCorrection } from './joint_correction';
import { JointFlesh } from './joint_flesh';
import { PoseGallery } from './pose_gallery';
import { ShareTriangle } from './share_triangle';

const presets = ['rubber', 'organic', 'muscle', 'folds'] as const;
const usualLimit = 90; // degrees, to start from
const third: Vec3 = [1 / 3, 1 / 3, 1 / 3];

/** What can be asked of the selected joint: its pose, its profile curve, its shares. */
export class JointPanel {
  readonly element: HTMLElement;
  private readonly list: JointTree;
  private readonly body = h('div', { class: 'joint-body' });
  private readonly hint = h(
    'p',
    { class: 'hint' },
    'Click the body to pick the nearest joint, or choose one above.',
  );
  private readonly title = h('h2', { class: 'joint-title' });
  private readonly rotation: NumberField[];
  private readonly translation: NumberField[];
  private readonly scale: NumberField[];
  private readonly curve: CurveEditor;
  private readonly effect: Segmented<Effect>;
  private readonly correction: JointCorrection;
  private readonly triangle: ShareTriangle;
  private readonly shares: NumberField[];
  private readonly sharesNote = h('p', { class: 'note' });
  private readonly limit: NumberField;
  private readonly limited: HTMLButtonElement;
  private readonly pin: HTMLButtonElement;
  private readonly gallery: PoseGallery;

  constructor(private readonly studio: Studio) {
    this.list = new JointTree(studio);
    this.gallery = new PoseGallery(studio);
    this.rotation = this.triple('rotation', 1, 1, '°', (axis, value) => this.rotate(axis, value));
    this.translation = this.triple('translation', 0.01, 4, '', (axis, value) =>
      this.transform('translation', axis, value),
    );
    this.scale = this.triple('scale', 0.01, 3, '', (axis, value) => this.transform('scale', axis, value));
    this.curve = new CurveEditor(studio);
    const choices = presets.map((value) => ({ value, label: value }));
    this.effect = new Segmented<Effect>('Preset of the profile', choices, (value) => this.preset(value));
    this.correction = new JointCorrection(studio);
    this.triangle = new ShareTriangle(
      () => studio.begin('shares'),
      (shares) => studio.run(() => studio.core.setJointSettings(studio.selected, { shares })),
      () => studio.end(),
    );
    this.shares = ['axis', 'limb', 'across'].map((label, index) => this.share(label, index));
    this.limit = new NumberField(studio, {
      label: 'Turns at most',
      min: 0,
      max: 180,
      step: 1,
      digits: 0,
      unit: '°',
      stepName: 'limit',
      change: (degrees) => this.setLimit(degrees),
    });
    this.limited = textButton('Limit', () => this.toggleLimit());
    this.pin = textButton('Pin', () => this.togglePin(), 'pin');
    this.pin.title = 'Stays where it is while other joints move (P)';
    this.fill();
    this.element = h(
      'div',
      { class: 'panel', id: 'panel-joint' },
      this.list.element,
      this.hint,
      this.gallery.element,
      this.body,
    );
    studio.on(['view', 'document', 'loaded'], () => this.update());
    studio.on(['frame'], () => {
      if (studio.tab !== 'joint') return;
      this.list.showLosses();
      this.correction.showFrame();
    });
  }

  private fill(): void {
    const { studio } = this;
    const row = (...fields: { element: HTMLElement }[]): HTMLElement =>
      h('div', { class: 'triple' }, ...fields.map((field) => field.element));
    const poseButtons = h(
      'div',
      { class: 'buttons wrap' },
      textButton(
        'Reset',
        () => studio.step('reset joint', () => studio.core.resetPose(studio.selected)),
        'reset',
      ),
      textButton('Key', () => studio.step('key pose', () => studio.core.keyPose()), 'key'),
      this.pin,
      this.gallery.rangeButton(),
    );
    this.body.append(
      this.title,
      section('Rotation', row(...this.rotation)),
      h(
        'details',
        { class: 'group' },
        h('summary', {}, 'Translation and scale'),
        row(...this.translation),
        row(...this.scale),
      ),
      h('div', { class: 'limit' }, this.limited, this.limit.element),
      poseButtons,
      section(
        'Profile curve',
        this.effect.element,
        this.curve.element,
        this.curve.numbers,
        ...this.correction.curveFields,
        this.asForAll(),
      ),
      new JointFlesh(studio).element,
      this.correction.element,
      section(
        'Shares of the three axes',
        h(
          'div',
          { class: 'shares' },
          this.triangle.element,
          h('div', { class: 'stack' }, ...this.shares.map((field) => field.element)),
        ),
        this.sharesNote,
      ),
    );
  }

  private togglePin(): void {
    this.studio.setPlaying(false);
    this.studio.poser.togglePin(this.studio.selected);
    this.studio.prefer({});
  }

  /** A limit holds at once: a joint that is beyond it comes back. */
  private setLimit(degrees: number): void {
    const { core, selected, poser } = this.studio;
    core.setLimit(selected, degrees);
    poser.place(selected, core.jointTransform(selected));
  }

  private toggleLimit(): void {
    const { core, selected } = this.studio;
    const isLimited = core.limits().has(selected);
    this.studio.step('limit', () => (isLimited ? core.setLimit(selected, null) : this.setLimit(usualLimit)));
  }

  private asForAll(): HTMLElement {
    const { studio } = this;
    const reset = (): void =>
      studio.step('as for all', () =>
        studio.core.setJointSettings(studio.selected, {
          effect: null,
          profile: null,
          gain: null,
          flexor: null,
          shares: null,
          amount: null,
        }),
      );
    return h('div', { class: 'buttons' }, textButton('As for all joints', reset, 'reset'));
  }

  private triple(
    name: string,
    step: number,
    digits: number,
    unit: string,
    change: (axis: number, value: number) => void,
  ): NumberField[] {
    return ['x', 'y', 'z'].map(
      (label, axis) =>
        new NumberField(this.studio, {
          label,
          name: `${name} ${label}`,
          step,
          digits,
          unit,
          stepName: name,
          change: (value) => {
            this.studio.setPlaying(false);
            change(axis, value);
          },
        }),
    );
  }

  private share(label: string, index: number): NumberField {
    return new NumberField(this.studio, {
      label,
      name: `share ${label}`,
      min: 0,
      max: 1,
      step: 0.01,
      stepName: 'shares',
      change: (value) => {
        const { core, selected } = this.studio;
        const others = (core.jointSettings(selected).shares ?? third).map((share, i) =>
          i === index ? 0 : share,
        );
        const rest = others.reduce((sum, share) => sum + share, 0);
        const scaled = others.map((share) => (rest > 0 ? (share * (1 - value)) / rest : (1 - value) / 2));
        scaled[index] = value;
        core.setJointSettings(selected, { shares: [scaled[0] ?? 0, scaled[1] ?? 0, scaled[2] ?? 0] });
      },
    });
  }

  private rotate(axis: number, value: number): void {
    const { core, selected } = this.studio;
    const angles = [...core.jointAngles(selected)] as [number, number, number];
    angles[axis] = value;
    this.studio.poser.turn(selected, angles);
  }

  private transform(part: 'translation' | 'scale', axis: number, value: number): void {
    const { core, selected } = this.studio;
    const transform = core.jointTransform(selected);
    const changed = [...transform[part]] as [number, number, number];
    changed[axis] = value;
    this.studio.poser.place(selected, { ...transform, [part]: changed });
  }

  private preset(effect: Effect): void {
    const { studio } = this;
    studio.step(`${effect} profile`, () =>
      studio.core.setJointSettings(studio.selected, { effect, profile: null }),
    );
  }

  private update(): void {
    const { core, selected } = this.studio;
    const any = selected >= 0;
    this.body.hidden = !any;
    this.hint.hidden = any;
    this.gallery.element.hidden = any || this.studio.joints.length === 0;
    if (!any || this.studio.tab !== 'joint') return;
    const settings = core.jointSettings(selected);
    const transform = core.jointTransform(selected);
    const angles = core.jointAngles(selected);
    setText(this.title, this.studio.jointName(selected));
    this.rotation.forEach((field, axis) => field.set(angles[axis] ?? 0));
    this.translation.forEach((field, axis) => field.set(transform.translation[axis] ?? 0));
    this.scale.forEach((field, axis) => field.set(transform.scale[axis] ?? 1));
    const limit = core.limits().get(selected);
    setPressed(this.limited, limit !== undefined);
    this.limit.set(limit ?? 180);
    this.limit.enable(limit !== undefined, 'Turns freely; press Limit to hold it.');
    setPressed(this.pin, this.studio.poser.pins.has(selected));
    this.curve.show(selected);
    this.effect.set(settings.profile ? null : (settings.effect ?? core.settings().effect));
    this.correction.update(settings);
    const shares = settings.shares ?? core.settings().shares ?? third;
    this.triangle.set(shares);
    this.shares.forEach((field, index) => field.set(shares[index] ?? 0));
    this.noteShares(settings.shares !== null);
  }

  private noteShares(own: boolean): void {
    const used = this.studio.core.settings().method === 'axes';
    const choice = own ? '' : 'Not set: the least displacement is chosen. ';
    this.triangle.element.classList.toggle('disabled', !used);
    for (const field of this.shares) field.enable(used, 'Used by the method “three exact axes”.');
    setText(this.sharesNote, `${choice}${used ? '' : 'Used by the method “three exact axes”.'}`);
  }
}
