import type { Studio } from '../app/studio';
import { iconButton } from './controls';
import { h, setPressed, setText } from './dom';
import { icon } from './icons';
import { readable } from './words';

interface Row {
  readonly joint: number;
  readonly item: HTMLLIElement;
  readonly fold: HTMLElement;
  readonly loss: HTMLElement;
  readonly parent: Row | null;
  readonly children: Row[];
}

/** The skeleton as a tree: branches fold, arrows move through it, typing finds a joint. */
export class JointTree {
  readonly element: HTMLElement;
  private readonly list = h('ul', { class: 'joints', role: 'tree', 'aria-label': 'Joints', tabindex: 0 });
  private readonly search = h('input', {
    type: 'search',
    class: 'search',
    placeholder: 'Find a joint',
    'aria-label': 'Find a joint',
  });
  private readonly mirror: HTMLButtonElement;
  private readonly helpers: HTMLButtonElement;
  private readonly rows = new Map<number, Row>();
  private readonly folded = new Set<number>();
  private edited: readonly number[] = [];
  private listed = '';

  constructor(private readonly studio: Studio) {
    const { preferences } = studio;
    this.mirror = iconButton(
      'mirror',
      'Mirror: pose both sides',
      () => studio.prefer({ mirror: !preferences.mirror }),
      'X',
    );
    this.helpers = iconButton('helper', 'List helper joints, which move no flesh', () =>
      studio.prefer({ helpers: !preferences.helpers }),
    );
    this.element = h(
      'div',
      { class: 'joint-list' },
      h('div', { class: 'joint-tools' }, this.search, this.mirror, this.helpers),
      this.list,
    );
    this.search.addEventListener('input', () => this.showRows());
    this.list.addEventListener('keydown', (event) => this.key(event));
    studio.on(['loaded'], () => {
      this.folded.clear();
      this.search.value = '';
      this.fill();
    });
    studio.on(['view'], () => this.viewChanged());
    studio.on(['document'], () => {
      this.edited = studio.core.editedJoints();
      this.mark();
    });
  }

  /** What each joint's motion took of the volume; that of a folded branch is the sum over it. */
  showLosses(): void {
    const losses = new Map(this.studio.report?.joints.map((entry) => [entry.joint, entry.loss]));
    const within = (row: Row): number =>
      row.children.reduce((sum, child) => sum + within(child), losses.get(row.joint) ?? 0);
    for (const row of this.rows.values()) {
      const whole = this.folded.has(row.joint) && row.children.length > 0;
      const loss = whole ? within(row) : (losses.get(row.joint) ?? 0);
      const shown = Math.abs(loss) >= 5e-5 ? `${(100 * loss).toFixed(2).replace('-', '\u2212')} %` : '';
      setText(row.loss, whole && shown ? `Σ ${shown}` : shown);
    }
  }

  private viewChanged(): void {
    const { preferences } = this.studio;
    setPressed(this.mirror, preferences.mirror);
    setPressed(this.helpers, preferences.helpers);
    if (this.listed !== this.listing()) this.fill();
    this.mark();
  }

  private listing(): string {
    return `${this.studio.preferences.helpers}`;
  }

  /** Joints in the order of the skeleton, each under the next joint above it that is listed. */
  private fill(): void {
    this.listed = this.listing();
    const { joints, preferences } = this.studio;
    const isListed = (joint: number): boolean => {
      const info = joints[joint];
      return info !== undefined && (info.vertices > 0 || (preferences.helpers && info.skinned));
    };
    const children = new Map<number, number[]>();
    joints.forEach((info, joint) => {
      if (!isListed(joint)) return;
      let above = info.parent;
      while (above >= 0 && !isListed(above)) above = joints[above]?.parent ?? -1;
      children.set(above, [...(children.get(above) ?? []), joint]);
    });
    this.rows.clear();
    const add = (joint: number, parent: Row | null, depth: number): Row => {
      const row = this.row(joint, parent, depth);
      this.rows.set(joint, row);
      for (const child of children.get(joint) ?? []) row.children.push(add(child, row, depth + 1));
      if (row.children.length === 0) row.fold.classList.add('leaf');
      return row;
    };
    for (const root of children.get(-1) ?? []) add(root, null, 0);
    this.helpers.hidden = joints.every((info) => info.vertices > 0 || !info.skinned);
    this.list.replaceChildren(...[...this.rows.values()].map(({ item }) => item));
    this.showRows();
    this.mark();
  }

  private row(joint: number, parent: Row | null, depth: number): Row {
    const info = this.studio.joints[joint];
    const loss = h('span', { class: 'loss' });
    const fold = h('i', { class: 'fold', 'aria-hidden': 'true' }, icon('chevron', 12));
    const item = h(
      'li',
      { role: 'treeitem', id: `joint-${joint}`, 'data-joint': joint, 'aria-level': depth + 1 },
      fold,
      h('span', { class: info?.vertices === 0 ? 'name helper' : 'name' }, readable(info?.name ?? '')),
      loss,
    );
    item.style.paddingInlineStart = `${4 + 11 * Math.min(depth, 10)}px`;
    item.addEventListener('click', () => this.choose(joint));
    item.addEventListener('dblclick', () => this.setFolded(joint, !this.folded.has(joint)));
    fold.addEventListener('click', (event) => {
      event.stopPropagation();
      this.setFolded(joint, !this.folded.has(joint));
    });
    return { joint, item, fold, loss, parent, children: [] };
  }

  private setFolded(joint: number, folded: boolean): void {
    if (folded) this.folded.add(joint);
    else this.folded.delete(joint);
    this.showRows();
    this.showLosses();
  }

  private choose(joint: number): void {
    if (this.studio.playing) this.studio.setPlaying(false);
    this.studio.select(joint);
  }

  /** What is found is shown with all above it; else what lies under no folded branch. */
  private showRows(): void {
    const wanted = this.search.value.trim().toLowerCase();
    const found = new Set<Row>();
    for (const row of this.rows.values()) {
      if (!wanted || !row.item.textContent.toLowerCase().includes(wanted)) continue;
      for (let up: Row | null = row; up; up = up.parent) found.add(up);
    }
    for (const row of this.rows.values()) {
      const isHit = wanted !== '' && row.item.textContent.toLowerCase().includes(wanted);
      row.item.classList.toggle('found', isHit);
      row.item.hidden = wanted ? !found.has(row) : this.isUnderFold(row);
      if (row.children.length > 0)
        row.item.setAttribute('aria-expanded', String(wanted !== '' || !this.folded.has(row.joint)));
    }
  }

  private isUnderFold(row: Row): boolean {
    for (let up = row.parent; up; up = up.parent) if (this.folded.has(up.joint)) return true;
    return false;
  }

  private mark(): void {
    const { selected, poser, preferences } = this.studio;
    const partner = preferences.mirror && selected >= 0 ? poser.partner(selected) : -1;
    for (const [joint, { item }] of this.rows) {
      item.setAttribute('aria-selected', String(joint === selected));
      item.classList.toggle('mirrored', joint === partner);
      item.classList.toggle('edited', this.edited.includes(joint));
      item.classList.toggle('pinned', poser.pins.has(joint));
    }
    const row = this.rows.get(selected);
    if (!row) return;
    for (let up = row.parent; up; up = up.parent)
      if (this.folded.has(up.joint)) this.setFolded(up.joint, false);
    this.list.setAttribute('aria-activedescendant', row.item.id);
    // Not `scrollIntoView`: that scrolls the panel, and what is being dragged in it, too.
    const { offsetTop: top, offsetHeight } = row.item;
    if (top < this.list.scrollTop) this.list.scrollTop = top;
    const over = top + offsetHeight - this.list.clientHeight;
    if (over > this.list.scrollTop) this.list.scrollTop = over;
  }

  private key(event: KeyboardEvent): void {
    const { selected } = this.studio;
    const row = this.rows.get(selected);
    const shown = [...this.rows.values()].filter(({ item }) => !item.hidden).map(({ joint }) => joint);
    const at = shown.indexOf(selected);
    const actions: Record<string, () => void> = {
      ArrowDown: () => this.choose(shown[Math.min(at + 1, shown.length - 1)] ?? selected),
      ArrowUp: () => this.choose(shown[Math.max(at - 1, 0)] ?? selected),
      ArrowLeft: () => {
        if (row && row.children.length > 0 && !this.folded.has(selected)) this.setFolded(selected, true);
        else if (row?.parent) this.choose(row.parent.joint);
      },
      ArrowRight: () => {
        if (row && this.folded.has(selected)) this.setFolded(selected, false);
        else if (row?.children[0]) this.choose(row.children[0].joint);
      },
    };
    const action = actions[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  }
}
