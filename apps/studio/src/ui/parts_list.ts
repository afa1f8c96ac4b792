import type { Studio } from '../app/studio';
import type { PartInfo } from '../core/parts';
import { iconButton, textButton } from './controls';
import { h, setPressed } from './dom';
import { percentOf } from './words';

/** What becomes of a part, in a word. */
function stateOf(part: PartInfo): string {
  if (part.excluded) return 'excluded';
  return part.refusal ? 'as skinned' : 'corrected';
}

/** The parts of the character, the largest first: seen, hidden, marked, and what can be done to one. */
export class PartsList {
  readonly element = h('div', { class: 'parts', 'data-testid': 'parts' });
  private parts: readonly PartInfo[] = [];
  private listed = '';

  constructor(private readonly studio: Studio) {
    studio.on(['loaded'], () => {
      this.listed = '';
      this.update();
    });
    studio.on(['view', 'document'], () => this.update());
  }

  /** To find the parts takes a pass over the meshes: only where they are looked at and may differ. */
  private update(): void {
    const { studio } = this;
    if (studio.tab !== 'file' || studio.busy) return;
    const revision = `${studio.work.id} ${studio.core.revision()}`;
    if (revision !== this.listed) {
      this.parts = [...studio.core.parts.list()].sort((a, b) => b.surface - a.surface);
      this.listed = revision;
    }
    this.fill();
  }

  private fill(): void {
    const list = h('ul', { class: 'part-list', 'aria-label': 'Parts' });
    for (const part of this.parts) list.append(this.row(part));
    const marked = this.parts.find((part) => this.studio.parts.isSelected(part));
    const scrolled = this.element.querySelector('.part-list')?.scrollTop ?? 0;
    this.element.replaceChildren(...this.strays(), list, ...(marked ? [this.ways(marked)] : []));
    list.scrollTop = scrolled;
  }

  /** Small parts that bend though they ought not to. */
  private strays(): HTMLElement[] {
    const strays = this.parts.filter((part) => part.rigidOn !== null);
    if (strays.length === 0) return [];
    const one = strays.length === 1;
    const text = `${strays.length} small ${one ? 'part follows' : 'parts follow'} one joint but for stray weights, and ${one ? 'crumples' : 'crumple'} where others turn.`;
    const mend = (): void =>
      this.studio.step('make parts rigid', () => {
        for (const part of strays) this.studio.core.parts.makeRigid(part);
      });
    return [
      h('p', { class: 'note', 'data-testid': 'strays' }, text),
      h('div', { class: 'buttons' }, textButton(one ? 'Make it rigid' : 'Make them rigid', mend, 'repair')),
    ];
  }

  private row(part: PartInfo): HTMLElement {
    const { studio } = this;
    const hidden = studio.parts.isHidden(part);
    const eye = iconButton(hidden ? 'eyeOff' : 'eye', `${hidden ? 'Show' : 'Hide'} ${part.label}`, () =>
      studio.parts.toggle(part),
    );
    const label = h(
      'button',
      {
        type: 'button',
        class: 'part-name',
        title: part.refusal || 'Mark it in the view',
        onclick: () => studio.parts.select(part),
        ondblclick: () => studio.parts.isolate(part, this.parts),
      },
      h('b', {}, part.label),
      h('span', {}, `${percentOf(part.surface)} · ${stateOf(part)}${part.insideOut ? ' · inside out' : ''}`),
    );
    setPressed(label, studio.parts.isSelected(part));
    return h('li', { 'data-part': `${part.mesh}:${part.part}`, 'data-state': stateOf(part) }, eye, label);
  }

  private ways(part: PartInfo): HTMLElement {
    const { studio } = this;
    const { parts } = studio.core;
    const step = (name: string, command: () => void) => (): void => studio.step(name, command);
    const buttons = [
      textButton(
        part.excluded ? 'Correct it again' : 'Exclude from correction',
        step('exclude a part', () => parts.exclude(part, !part.excluded)),
      ),
      textButton(
        'Make it rigid',
        step('make a part rigid', () => parts.makeRigid(part)),
      ),
      textButton(
        'Turn inside out',
        step('turn a part inside out', () => parts.turnInsideOut(part)),
      ),
      textButton('Show it alone', () => studio.parts.isolate(part, this.parts)),
    ];
    if (!part.body)
      buttons.push(
        textButton(
          'Follow the body',
          step('follow the body', () => parts.followBody(part)),
        ),
      );
    const reason = part.excluded
      ? 'Left as skinned, for the settings exclude it.'
      : part.refusal
        ? `Left as skinned, because ${part.refusal}.`
        : 'Its volume is kept.';
    return h(
      'div',
      { class: 'part-ways', 'data-testid': 'part-ways' },
      h('p', { class: 'note' }, `${part.label}, ${part.vertices.toLocaleString('en')} points. ${reason}`),
      h('div', { class: 'buttons wrap' }, ...buttons),
    );
  }
}
