import type { Quality } from '../app/simulating';
import type { Studio } from '../app/studio';
import { Segmented, textButton } from './controls';
import { h, setPressed, setText } from './dom';
import { aboutSeconds } from './flesh_words';
import { readable } from './words';

const heldKey = 'v';

/** How far the simulation is, how long it still takes, and its end. */
export class FleshProgress {
  readonly element: HTMLElement;
  private readonly words = h('p', { class: 'note', role: 'status' });
  private readonly bar = h('progress', { max: 1, 'aria-label': 'Simulating flesh' });

  constructor(private readonly studio: Studio) {
    const stop = textButton('Cancel', () => studio.simulating.cancel(), 'close');
    this.element = h('div', { class: 'flesh-run', hidden: true }, this.words, this.bar, stop);
    studio.on(['flesh'], () => this.update());
  }

  private update(): void {
    const { simulating } = this.studio;
    this.element.hidden = !simulating.running;
    if (!simulating.running) return;
    if (simulating.phase === 'plans') {
      this.bar.removeAttribute('value');
      setText(this.words, 'Looking which joints move flesh …');
      return;
    }
    this.bar.value = simulating.progress;
    const { current, place, left } = simulating;
    const which = [current && readable(current.joint), place].filter(Boolean).join(', ');
    setText(this.words, `${which ? `${which}: ` : ''}${aboutSeconds(left)} left`);
  }
}

export function qualityChoice(studio: Studio): HTMLElement {
  const choices = [
    { value: 'draft', label: 'Draft', hint: 'Coarse cells: seconds for a joint' },
    { value: 'normal', label: 'Normal', hint: 'About five times as long as draft' },
    { value: 'fine', label: 'Fine', hint: 'About twenty times as long as draft' },
  ] as const;
  const field = new Segmented<Quality>('Quality of the flesh', choices, (quality) =>
    studio.simulating.setQuality(quality),
  );
  const update = (): void => field.set(studio.simulating.quality);
  studio.on(['flesh', 'loaded'], update);
  update();
  return field.element;
}

/** What there is to look at, once flesh is there: with and without it, and where skin still crosses. */
export class FleshLook {
  readonly element: HTMLElement;
  private readonly without: HTMLButtonElement;
  private readonly crossings: HTMLButtonElement;

  constructor(private readonly studio: Studio) {
    this.without = textButton('Hold: without', () => undefined, 'eyeOff');
    this.without.title = 'Shows the shape without simulated flesh while it is held (V)';
    const hold = (hidden: boolean) => (): void => studio.hideFlesh(hidden && hasFlesh(studio));
    this.without.addEventListener('pointerdown', hold(true));
    for (const end of ['pointerup', 'pointercancel', 'pointerleave', 'blur'])
      this.without.addEventListener(end, hold(false));
    this.crossings = textButton('Crossings', () => studio.crossings.toggle());
    this.crossings.title = 'Marks skin that goes through itself in red, whenever the pose rests';
    this.element = h('div', { class: 'buttons wrap' }, this.without, this.crossings);
    studio.on(['view', 'document', 'loaded'], () => this.update());
  }

  private update(): void {
    this.without.disabled = !hasFlesh(this.studio);
    setPressed(this.without, this.studio.hidesFlesh);
    setPressed(this.crossings, this.studio.crossings.shown);
  }
}

/** Flesh is carried and played. */
function hasFlesh({ core }: Studio): boolean {
  return core.settings().method === 'flesh' && core.flesh.carried().length > 0;
}

/** V, while it is held, shows the character without its flesh. */
export function listenToHold(studio: Studio): void {
  const typed = (event: KeyboardEvent): boolean =>
    event.target instanceof Element && event.target.matches('input, textarea, select');
  addEventListener('keydown', (event) => {
    if (event.key.toLowerCase() !== heldKey || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.repeat || typed(event) || document.querySelector('dialog[open]')) return;
    studio.hideFlesh(hasFlesh(studio));
  });
  addEventListener('keyup', (event) => {
    if (event.key.toLowerCase() === heldKey) studio.hideFlesh(false);
  });
  addEventListener('blur', () => studio.hideFlesh(false));
}
