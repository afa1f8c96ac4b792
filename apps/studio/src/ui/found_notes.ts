import type { Findings } from '../core/core';
import { h } from './dom';
import { icon, type IconName } from './icons';

export type NoteKind = 'information' | 'repaired' | 'left out';

export interface NoteGroup {
  readonly kind: NoteKind;
  readonly sentence: string;
  readonly members: readonly string[]; // what it is said of; empty: of the whole
}

const icons: Readonly<Record<NoteKind, IconName>> = {
  information: 'note',
  repaired: 'repair',
  'left out': 'left',
};

/** What became of it, by the verbs that readers use. */
function kindOf(sentence: string): NoteKind {
  if (
    /left out|left over|without it|cannot be read|neither png|drawn without|not shown|has no counterpart/i.test(
      sentence,
    )
  )
    return 'left out';
  if (
    /normalised|repaired|are zero|taken as|is called|cut into|read as meant|closed for|takes them|no weights/i.test(
      sentence,
    )
  )
    return 'repaired';
  return 'information';
}

/** Sentences that differ only in names and numbers say the same. */
function patternOf(sentence: string): string {
  return sentence.replace(/'[^']*'|"[^"]*"|“[^”]*”/g, '…').replace(/\d+(\.\d+)?/g, '#');
}

function counted(count: number, one: string, many: string): string {
  return count === 1 ? `1 ${one}` : `${count} ${many}`;
}

/** What was found in a file, one line for each reason. */
export function groupNotes(found: Findings): NoteGroup[] {
  const refusals = new Map<string, Findings['refusals'][number][]>();
  for (const refusal of found.refusals)
    refusals.set(refusal.kind, [...(refusals.get(refusal.kind) ?? []), refusal]);
  const said = new Set(
    found.refusals.map(({ part, reason }) => `Left as skinned: ${part}, because ${reason}.`),
  );
  const groups: NoteGroup[] = [];
  const patterns = new Map<string, string[]>();
  for (const sentence of found.summary) {
    if (said.has(sentence)) continue;
    if (!found.notes.includes(sentence)) groups.push({ kind: kindOf(sentence), sentence, members: [] });
    else patterns.set(patternOf(sentence), [...(patterns.get(patternOf(sentence)) ?? []), sentence]);
  }
  for (const [kind, list] of refusals) {
    const share = 100 * list.reduce((sum, { surface }) => sum + surface, 0);
    const sentence = `${counted(list.length, 'part follows', 'parts follow')} as skinned, ${share.toFixed(1)} % of the surface: ${kind}`;
    groups.push({
      kind: 'left out',
      sentence,
      members: list.map(({ part, reason }) => `${part}: ${reason}`),
    });
  }
  for (const list of patterns.values()) {
    const first = list[0] ?? '';
    const sentence = list.length === 1 ? first : `${counted(list.length, 'time', 'times')}: ${first}`;
    groups.push({ kind: kindOf(first), sentence, members: list.length === 1 ? [] : list });
  }
  return groups;
}

/** The lines; those that stand for several unfold. */
export function notesList(found: Findings): HTMLElement {
  const line = ({ kind, sentence, members }: NoteGroup): HTMLElement => {
    const mark = h(
      'span',
      { class: 'mark', role: 'img', 'aria-label': kind, title: kind },
      icon(icons[kind], 15),
    );
    const text =
      members.length > 0
        ? h(
            'details',
            {},
            h('summary', {}, sentence),
            h('ul', {}, ...members.map((member) => h('li', {}, member))),
          )
        : h('span', {}, sentence);
    return h('li', { 'data-kind': kind }, mark, text);
  };
  return h('ul', { class: 'findings' }, ...groupNotes(found).map(line));
}
