import type { Studio } from '../app/studio';
import type { FrameReport, Method } from '../core/core';
import type { Crossings } from '../core/flesh';
import { h, setText } from './dom';
import { icon } from './icons';
import { methodNames, methods, percent, significant } from './words';

/** The read-out over a pane: which method, and how far its volume is off, large. */
export class PaneLabel {
  readonly element: HTMLElement;
  private readonly choice: HTMLSelectElement;
  private readonly figure = h('output', { class: 'figure', 'aria-label': 'Volume error' });
  private readonly volume = h('p', { class: 'volume' });
  private readonly crossings = h('p', { class: 'crossings' });
  private readonly other = h('p', { class: 'other', 'data-testid': 'other-error' });

  constructor(studio: Studio, index: number) {
    const options = methods.map((method) => h('option', { value: method }, methodNames[method]));
    this.choice = h('select', { 'aria-label': `Method of view ${index + 1}` }, ...options);
    this.choice.addEventListener('change', () => {
      const chosen = [...studio.preferences.methods];
      chosen[index] = this.choice.value as Method;
      studio.setMethods(chosen);
    });
    const picker = h('label', { class: 'method' }, this.choice, icon('chevron', 14));
    this.element = h(
      'div',
      { class: 'readout' },
      picker,
      this.figure,
      this.volume,
      this.other,
      this.crossings,
    );
    this.figure.dataset.testid = `error-${index}`;
    this.crossings.dataset.testid = `crossings-${index}`;
    // The label is not part of the picture: what happens on it does not turn the camera.
    this.element.addEventListener('pointerdown', (event) => event.stopPropagation());
    this.element.addEventListener('dblclick', (event) => event.stopPropagation());
  }

  update(method: Method, report: FrameReport | null): void {
    if (this.choice.value !== method) this.choice.value = method;
    const [shown, ...rest] = this.reports(method, report);
    if (!shown) return;
    const exact = Math.abs(shown.error) < 5e-7;
    setText(this.figure, `${percent(shown.error, exact || method === 'isoskin' ? 4 : 3)} %`);
    const exactly = `${(100 * shown.error).toExponential(2)} %: ${shown.error.toExponential(2)} of the volume`;
    if (this.figure.title !== exactly) this.figure.title = exactly;
    this.element.dataset.state = exact ? 'exact' : Math.abs(shown.error) < 1e-4 ? 'near' : 'off';
    const partial = method === 'isoskin' && report && report.amount < 1;
    const asked = partial ? `, ${Math.round(100 * report.amount)} % asked for` : '';
    setText(this.volume, `volume ${significant(shown.volume)} of ${significant(shown.target)}${asked}`);
    const beside = rest[0];
    setText(
      this.other,
      beside
        ? `${methodNames[beside.method]} ${percent(beside.error, beside.method === 'isoskin' ? 4 : 3)} %`
        : '',
    );
    this.other.dataset.state = beside && Math.abs(beside.error) < 5e-7 ? 'exact' : 'off';
  }

  /** Null: nobody asked, or the pose does not rest. */
  showCrossings(found: Crossings | null): void {
    const one = found?.pairs === 1;
    const bound = found && found.bindPairs > 0 ? `, ${found.bindPairs} in the bind shape` : '';
    setText(this.crossings, found ? `${found.pairs} ${one ? 'pair crosses' : 'pairs cross'}${bound}` : '');
    this.crossings.dataset.state = found && found.pairs > found.bindPairs ? 'off' : 'exact';
  }

  /** This pane's report; with a single pane also the one it is measured against. */
  private reports(method: Method, report: FrameReport | null): FrameReport['panes'][number][] {
    const index = Number(this.figure.dataset.testid?.slice('error-'.length));
    const own = report?.panes[index];
    if (own?.method !== method) return [];
    const single = this.element.closest('.panes')?.getAttribute('data-count') === '1';
    const beside = single ? report?.panes[1] : undefined;
    return beside ? [own, beside] : [own];
  }
}
