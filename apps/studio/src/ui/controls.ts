import type { Studio } from '../app/studio';
import { follow, h, setPressed } from './dom';
import { icon, type IconName } from './icons';
import { plain } from './words';

export function iconButton(name: IconName, label: string, run: () => void, shortcut = ''): HTMLButtonElement {
  const title = shortcut ? `${label} (${shortcut})` : label;
  return h(
    'button',
    { class: 'icon-button', type: 'button', 'aria-label': label, title, onclick: run },
    icon(name),
  );
}

export function textButton(label: string, run: () => void, name?: IconName): HTMLButtonElement {
  return h(
    'button',
    { class: 'text-button', type: 'button', onclick: run },
    name && icon(name, 16),
    h('span', {}, label),
  );
}

export interface Choice<T extends string> {
  readonly value: T;
  readonly label: string;
  readonly icon?: IconName;
  readonly hint?: string;
}

/** A row of buttons of which one is pressed. */
export class Segmented<T extends string> {
  readonly element: HTMLElement;
  private readonly buttons = new Map<T, HTMLButtonElement>();

  constructor(label: string, choices: readonly Choice<T>[], chosen: (value: T) => void) {
    this.element = h('div', { class: 'segmented', role: 'group', 'aria-label': label });
    for (const choice of choices) {
      const inner = choice.icon ? icon(choice.icon, 18) : choice.label;
      const button = h(
        'button',
        {
          type: 'button',
          title: choice.hint ?? choice.label,
          'aria-label': choice.label,
          'data-value': choice.value,
          onclick: () => chosen(choice.value),
        },
        inner,
      );
      this.buttons.set(choice.value, button);
      this.element.append(button);
    }
  }

  set(value: T | null): void {
    for (const [own, button] of this.buttons) setPressed(button, own === value);
  }
}

export interface NumberOptions {
  readonly label: string;
  readonly name?: string; // what a screen reader says, where the label is short
  readonly min?: number;
  readonly max?: number;
  readonly step: number;
  readonly digits?: number;
  readonly unit?: string;
  readonly stepName?: string; // of undo
  readonly change: (value: number) => void;
}

/** A number: typed, stepped with the arrows, or scrubbed on its label; a drag is one step of undo. */
export class NumberField {
  readonly element: HTMLElement;
  private readonly input: HTMLInputElement;
  private readonly fill = h('i', { class: 'fill' });
  private value = 0;

  constructor(
    private readonly studio: Studio,
    private readonly options: NumberOptions,
  ) {
    const name = options.name ?? options.label;
    this.input = h('input', { type: 'text', inputmode: 'decimal', 'aria-label': name, spellcheck: 'false' });
    const label = h('span', { class: 'number-label', 'aria-hidden': 'true' }, options.label);
    const unit = options.unit ? h('span', { class: 'unit' }, options.unit) : null;
    const ranged = options.min !== undefined && options.max !== undefined;
    this.element = h('label', { class: 'number' }, ranged && this.fill, label, this.input, unit);
    label.addEventListener('pointerdown', (event) => this.scrub(label, event));
    this.input.addEventListener('change', () => this.commit(parse(this.input.value)));
    this.input.addEventListener('focus', () => this.input.select());
    this.input.addEventListener('keydown', (event) => this.key(event));
  }

  set(value: number): void {
    this.value = value;
    const { min, max, digits } = this.options;
    if (document.activeElement !== this.input) this.input.value = plain(value, digits ?? 2);
    if (min !== undefined && max !== undefined) {
      this.fill.style.width = `${(100 * Math.min(Math.max(value - min, 0), max - min)) / (max - min)}%`;
    }
  }

  /** `why`: the reason it does nothing now; none: it does. */
  enable(enabled: boolean, why = ''): void {
    this.input.disabled = !enabled;
    this.element.classList.toggle('disabled', !enabled);
    this.element.title = enabled ? '' : why;
  }

  private clamp(value: number): number {
    return Math.min(Math.max(value, this.options.min ?? -Infinity), this.options.max ?? Infinity);
  }

  private commit(value: number): void {
    if (!Number.isFinite(value)) {
      this.input.value = plain(this.value, this.options.digits ?? 2);
      return;
    }
    const wanted = this.clamp(value);
    this.step(() => this.options.change(wanted));
    this.input.value = plain(wanted, this.options.digits ?? 2);
  }

  private step(command: () => void): void {
    this.studio.step(this.options.stepName ?? this.options.label.toLowerCase(), command);
  }

  private key(event: KeyboardEvent): void {
    const direction = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0;
    if (direction === 0) return;
    event.preventDefault();
    const factor = event.shiftKey ? 10 : event.altKey ? 0.1 : 1;
    this.commit(this.value + direction * factor * this.options.step);
  }

  private scrub(label: HTMLElement, press: PointerEvent): void {
    if (this.input.disabled) return;
    press.preventDefault();
    const start = this.value;
    this.studio.begin(this.options.stepName ?? this.options.label.toLowerCase());
    follow(
      label,
      press,
      (event) => {
        const factor = event.shiftKey ? 5 : event.altKey ? 0.1 : 1;
        const value = this.clamp(
          start + Math.round((event.clientX - press.clientX) / 2) * factor * this.options.step,
        );
        this.studio.run(() => this.options.change(value));
        this.set(value);
      },
      () => this.studio.end(),
    );
  }
}

/** Numbers as people write them: a comma for the point, a true minus, a unit behind. */
function parse(text: string): number {
  return Number.parseFloat(text.replace(',', '.').replace('\u2212', '-'));
}

/** A drop-down with a label before it. */
export class SelectField<T extends string> {
  readonly element: HTMLElement;
  private readonly select: HTMLSelectElement;

  constructor(label: string, choices: readonly (readonly [T, string])[], chosen: (value: T) => void) {
    const options = choices.map(([value, text]) => h('option', { value }, text));
    this.select = h('select', { 'aria-label': label }, ...options);
    this.select.addEventListener('change', () => chosen(this.select.value as T));
    const box = h('span', { class: 'select-box' }, this.select, icon('chevron', 14));
    this.element = h('label', { class: 'field' }, h('span', { class: 'field-label' }, label), box);
  }

  set(value: T): void {
    if (this.select.value !== value) this.select.value = value;
  }

  enable(enabled: boolean, why = ''): void {
    this.select.disabled = !enabled;
    this.element.classList.toggle('disabled', !enabled);
    this.element.title = enabled ? '' : why;
  }

  /** Choices that there are only for some characters. */
  offer(value: T, offered: boolean): void {
    for (const option of this.select.options) if (option.value === value) option.hidden = !offered;
  }
}

export function section(title: string, ...children: (Node | string | null)[]): HTMLElement {
  return h('section', { class: 'group', 'aria-label': title }, h('h3', {}, title), ...children);
}
