import type { Studio } from '../app/studio';
import { h, setText } from './dom';
import { readable } from './words';

/** The skeleton as a list: arrows move through it, typing finds a joint. */
export class JointList {
  readonly element: HTMLElement;
  private readonly list = h('ul', { class: 'joints', role: 'listbox', 'aria-label': 'Joints', tabindex: 0 });
  private readonly search = h('input', {
    type: 'search',
    class: 'search',
    placeholder: 'Find a joint',
    'aria-label': 'Find a joint',
  });
  private readonly items = new Map<number, HTMLLIElement>();
  private edited: readonly number[] = [];

  constructor(private readonly studio: Studio) {
    this.element = h('div', { class: 'joint-list' }, this.search, this.list);
    this.search.addEventListener('input', () => this.filter());
    this.list.addEventListener('keydown', (event) => this.key(event));
    studio.on(['loaded'], () => this.fill());
    studio.on(['view'], () => this.mark());
    studio.on(['document'], () => {
      this.edited = studio.core.editedJoints();
      this.mark();
    });
  }

  private fill(): void {
    this.items.clear();
    this.search.value = '';
    const { joints } = this.studio;
    const lowest = Math.min(...joints.filter((joint) => joint.skinned).map((joint) => joint.depth));
    joints.forEach((joint, index) => {
      if (!joint.skinned) return;
      const loss = h('span', { class: 'loss' });
      const item = h(
        'li',
        { role: 'option', id: `joint-${index}`, 'data-joint': index },
        h('span', {}, readable(joint.name)),
        loss,
      );
      item.style.paddingInlineStart = `${10 + 12 * Math.min(joint.depth - lowest, 8)}px`;
      item.addEventListener('click', () => this.choose(index));
      this.items.set(index, item);
    });
    this.list.replaceChildren(...this.items.values());
    this.mark();
  }

  private choose(joint: number): void {
    if (this.studio.playing) this.studio.setPlaying(false);
    this.studio.select(joint);
  }

  private filter(): void {
    const wanted = this.search.value.toLowerCase();
    for (const item of this.items.values()) item.hidden = !item.textContent.toLowerCase().includes(wanted);
  }

  private mark(): void {
    const { selected } = this.studio;
    for (const [joint, item] of this.items) {
      item.setAttribute('aria-selected', String(joint === selected));
      item.classList.toggle('edited', this.edited.includes(joint));
    }
    const item = this.items.get(selected);
    if (!item) return;
    this.list.setAttribute('aria-activedescendant', item.id);
    item.scrollIntoView({ block: 'nearest' });
  }

  /** What each joint's motion took of the volume, beside its name; as in a report, a gain is negative. */
  showLosses(): void {
    const losses = new Map(this.studio.report?.joints.map((entry) => [entry.joint, entry.loss]));
    for (const [joint, item] of this.items) {
      const loss = losses.get(joint) ?? 0;
      const shown = Math.abs(loss) >= 5e-5 ? `${(100 * loss).toFixed(2).replace('-', '\u2212')} %` : '';
      setText(item.lastElementChild ?? item, shown);
    }
  }

  private key(event: KeyboardEvent): void {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    const shown = [...this.items].filter(([, item]) => !item.hidden).map(([joint]) => joint);
    const next = shown[Math.max(0, Math.min(shown.length - 1, shown.indexOf(this.studio.selected) + step))];
    if (next !== undefined) this.choose(next);
  }
}
