// What is asked before a picture, a film or a baked file is made.
import { frameCount, type FilmOptions } from '../app/film';
import type { Studio } from '../app/studio';
import type { Taking } from '../app/taking';
import type { ExportedFile, ExportOptions } from '../core/core';
import { bakedFacts } from './baked_facts';
import { textButton } from './controls';
import { h, setText } from './dom';
import { icon } from './icons';

const sizes = ['1280 × 720', '1920 × 1080', '3840 × 2160', '1080 × 1080', '1080 × 1920', '640 × 360'];
const rates = ['30', '24', '60', '12'];
const mostTargets = ['as many as it takes', '64', '32', '16', '8', '4'];

/** A form in the dialog; `gone` when it is left. */
export interface TakeForm {
  readonly elements: readonly HTMLElement[];
  readonly gone: () => void;
}

function choice(label: string, options: readonly string[], changed: () => void): HTMLSelectElement {
  const list = h('select', { 'aria-label': label }, ...options.map((text) => h('option', {}, text)));
  list.addEventListener('change', changed);
  return list;
}

function row(label: string, control: HTMLElement): HTMLElement {
  const box =
    control instanceof HTMLSelectElement
      ? h('span', { class: 'select-box' }, control, icon('chevron', 14))
      : control;
  return h('label', { class: 'field' }, h('span', { class: 'field-label' }, label), box);
}

function check(label: string, checked: boolean, changed: () => void): [HTMLElement, HTMLInputElement] {
  const box = h('input', { type: 'checkbox', checked });
  box.addEventListener('change', changed);
  return [h('label', { class: 'check' }, box, label), box];
}

function sizeOf(text: string): { width: number; height: number } {
  const [width = 0, height = 0] = text.split(' × ').map(Number);
  return { width, height };
}

function accent(button: HTMLButtonElement): HTMLButtonElement {
  button.classList.add('accent');
  button.dataset.take = '';
  return button;
}

export function pictureForm(taking: Taking, close: () => void): TakeForm {
  const size = choice('Size of the picture', sizes, () => undefined);
  const [labels, shown] = check('Names and percentages', true, () => undefined);
  const take = accent(
    textButton('Take the picture', () => {
      close();
      void taking.picture(sizeOf(size.value), shown.checked);
    }),
  );
  const words = 'What you see, drawn anew at the size you choose, as PNG.';
  return {
    elements: [
      h('p', { class: 'note' }, words),
      row('Size', size),
      labels,
      h('div', { class: 'buttons' }, take),
    ],
    gone: () => undefined,
  };
}

export function filmForm(studio: Studio, make: (options: FilmOptions) => void): TakeForm {
  const clip = studio.core.clips()[studio.core.clip()];
  const told = h('p', { class: 'note', 'data-testid': 'film-told' });
  const tell = (): void => {
    const frames = frameCount(clip?.duration ?? 0, Number(rate.value));
    const way =
      'VideoEncoder' in window ? 'as WebM' : 'as PNG after PNG in a ZIP: this browser encodes no film';
    setText(told, `${frames} frames of “${clip?.name ?? ''}”, each posed and drawn by itself, ${way}.`);
  };
  const size = choice('Size of the film', sizes, tell);
  const rate = choice('Frames per second', rates, tell);
  const [labels, shown] = check('Names and percentages', true, tell);
  tell();
  const run = (): void =>
    make({ ...sizeOf(size.value), framesPerSecond: Number(rate.value), labels: shown.checked });
  return {
    elements: [
      told,
      row('Size', size),
      row('Frames per second', rate),
      labels,
      h('div', { class: 'buttons' }, accent(textButton('Make the film', run))),
    ],
    gone: () => undefined,
  };
}

/** The file is made at once and anew with every choice, so that its size is known before it is taken. */
export function bakeForm(studio: Studio, taking: Taking, close: () => void): TakeForm {
  let job: AbortController | null = null;
  let made: ExportedFile | null = null;
  const told = h('p', { class: 'note', role: 'status', 'data-testid': 'bake-told' });
  const bar = h('progress', { max: 1, 'aria-label': 'Making the baked file' });
  const take = accent(
    textButton('Take it home', () => {
      if (made) taking.hand(made);
      close();
    }),
  );
  const begin = async (): Promise<void> => {
    job?.abort();
    const mine = (job = new AbortController());
    made = null;
    take.disabled = true;
    bar.hidden = false;
    bar.removeAttribute('value');
    setText(told, 'Reckoning how large it gets …');
    const file = await taking.make('baked-glb', options(), (part) => (bar.value = part), mine.signal);
    if (job !== mine) return;
    bar.hidden = true;
    made = file;
    take.disabled = file === null;
    setText(told, file ? bakedFacts(file, studio.findings) : 'It could not be made.');
  };
  const restart = (): void => void begin();
  const clips = studio.core.clips().map(({ name }) => check(name, true, restart));
  const most = choice('Morph targets', mostTargets, restart);
  const options = (): ExportOptions => ({
    ...(most.selectedIndex > 0 ? { maxMorphs: Number(most.value) } : {}),
    ...(clips.every(([, box]) => box.checked)
      ? {}
      : { clips: clips.flatMap(([, box], clip) => (box.checked ? [clip] : [])) }),
  });
  restart();
  const list = clips.length > 1 ? h('fieldset', { class: 'checks' }, h('legend', {}, 'Clips')) : null;
  list?.append(...clips.map(([label]) => label));
  const words =
    'Morph targets and their keys in the clips: what plays morph targets over linear skinning keeps the volume. Fewer targets are merged ones, and no longer exact.';
  const elements = [h('p', { class: 'note' }, words), row('Morph targets a mesh', most), list, told, bar];
  return {
    elements: [...elements.filter((part) => part !== null), h('div', { class: 'buttons' }, take)],
    gone: () => {
      job?.abort();
      job = null;
    },
  };
}
