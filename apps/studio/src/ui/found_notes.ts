import type { FoundLine, NoteKind } from '../core/core';
import type { PartKey } from '../core/parts';
import { textButton } from './controls';
import { h } from './dom';
import { icon, type IconName } from './icons';

const icons: Readonly<Record<NoteKind, IconName>> = {
  information: 'note',
  repaired: 'repair',
  'left out': 'left',
};

/** What can be done about a line. */
export interface NoteWays {
  readonly showPart: (key: PartKey) => void;
  readonly chooseMotion: () => void;
}

function memberItem({ text, part }: FoundLine['members'][number], ways: NoteWays): HTMLElement {
  if (!part) return h('li', {}, text);
  const [mesh, own] = part;
  const show = (): void => ways.showPart({ mesh, part: own });
  const title = 'Show it in the view';
  return h('li', {}, h('button', { type: 'button', class: 'link', title, onclick: show }, text));
}

/** The lines; those that stand for several unfold, and a part is shown where it is clicked. */
export function notesList(lines: readonly FoundLine[], ways: NoteWays): HTMLElement {
  const line = ({ kind, sentence, members, offer }: FoundLine): HTMLElement => {
    const mark = h(
      'span',
      { class: 'mark', role: 'img', 'aria-label': kind, title: kind },
      icon(icons[kind], 15),
    );
    const items = members.map((member) => memberItem(member, ways));
    const text =
      members.length > 0
        ? h('details', {}, h('summary', {}, sentence), h('ul', {}, ...items))
        : h('span', {}, sentence);
    const help =
      offer === 'motion' ? textButton('Choose a motion …', () => ways.chooseMotion(), 'open') : null;
    return h('li', { 'data-kind': kind }, mark, h('div', {}, text, help));
  };
  return h('ul', { class: 'findings' }, ...lines.map(line));
}
