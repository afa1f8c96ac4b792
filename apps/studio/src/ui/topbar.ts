import type { Studio } from '../app/studio';
import type { Unsaved } from '../app/unsaved';
import { iconButton, Segmented, textButton } from './controls';
import { h, setPressed, setText } from './dom';
import { icon } from './icons';

/** Name of the page and of what is open, views, undo, and the way home. */
export class Topbar {
  readonly element: HTMLElement;
  private readonly name = h('span', { class: 'file-name' });
  private readonly dot = h('i', {
    class: 'unsaved',
    title: 'Not saved to a file (Ctrl+S)',
    role: 'img',
    'aria-label': 'unsaved changes',
  });
  private readonly kept = h(
    'span',
    { class: 'kept', role: 'status', title: 'Kept in this browser: it is open again at your next visit' },
    icon('check', 14),
    h('span', {}, 'kept'),
  );
  private readonly undo: HTMLButtonElement;
  private readonly redo: HTMLButtonElement;
  private readonly heat: HTMLButtonElement;
  private readonly bones: HTMLButtonElement;
  private readonly theme: HTMLButtonElement;
  private readonly views: Segmented<'1' | '2' | 'wipe' | '4'>;

  constructor(
    private readonly studio: Studio,
    private readonly unsaved: Unsaved,
    actions: (id: string) => () => void,
  ) {
    this.undo = iconButton('undo', 'Undo', actions('undo'), 'Ctrl+Z');
    this.redo = iconButton('redo', 'Redo', actions('redo'), 'Ctrl+Shift+Z');
    this.heat = iconButton('heat', 'Heat map of lost flesh', actions('heat'), 'H');
    this.bones = iconButton('bones', 'Bones', actions('bones'), 'J');
    this.theme = iconButton('sun', 'Dark or light', actions('theme'), 'Shift+D');
    const ids = { '1': 'one-view', '2': 'two-views', wipe: 'wipe', '4': 'four-views' } as const;
    this.views = new Segmented(
      'Views',
      [
        { value: '1', label: 'One view', icon: 'viewOne', hint: 'One view (Ctrl+1)' },
        { value: '2', label: 'Two views', icon: 'viewTwo', hint: 'Two views (Ctrl+2)' },
        {
          value: 'wipe',
          label: 'Before and after',
          icon: 'wipe',
          hint: 'Before and after in one view (Ctrl+3)',
        },
        { value: '4', label: 'Four views', icon: 'viewFour', hint: 'Four views (Ctrl+4)' },
      ],
      (value) => actions(ids[value])(),
    );
    const open = this.fileButton();
    const take = textButton('Take it home', actions('take'), 'take');
    take.classList.add('accent');
    this.element = h(
      'header',
      { class: 'topbar' },
      h('div', { class: 'brand' }, icon('logo', 24), h('b', {}, 'isoskin'), h('span', {}, 'studio')),
      open,
      iconButton('open', 'Open files', actions('open'), 'Ctrl+O'),
      iconButton('save', 'Save', actions('save'), 'Ctrl+S'),
      this.kept,
      h('div', { class: 'bar-group' }, this.undo, this.redo),
      h('div', { class: 'space' }),
      this.views.element,
      h(
        'div',
        { class: 'bar-group' },
        this.heat,
        this.bones,
        iconButton('frame', 'Frame the character', actions('frame'), 'F'),
      ),
      h('div', { class: 'space' }),
      h(
        'div',
        { class: 'bar-group' },
        iconButton('command', 'All commands', actions('palette'), 'Ctrl+P'),
        this.theme,
        iconButton('help', 'Show me around', actions('tour')),
      ),
      take,
    );
    studio.on(['loaded', 'document', 'view', 'saved'], () => this.update());
  }

  private fileButton(): HTMLElement {
    return h(
      'button',
      {
        type: 'button',
        class: 'file-button',
        onclick: () => this.studio.setTab('file'),
        title: 'What is open',
      },
      this.name,
      this.dot,
      icon('chevron', 14),
    );
  }

  private update(): void {
    const { core, preferences } = this.studio;
    const { undo, redo } = core.history();
    setText(this.name, this.studio.name);
    this.dot.hidden = !this.unsaved.any;
    this.kept.classList.toggle('shown', core.revision() === this.studio.savedRevision);
    this.step(this.undo, 'Undo', undo[0], 'Ctrl+Z');
    this.step(this.redo, 'Redo', redo[0], 'Ctrl+Shift+Z');
    setPressed(this.heat, preferences.heat);
    setPressed(this.bones, preferences.bones);
    const count = String(preferences.methods.length);
    const known = count === '1' || count === '2' || count === '4' ? count : null;
    this.views.set(this.studio.wipes ? 'wipe' : known);
    this.theme.replaceChildren(icon(preferences.theme === 'dark' ? 'sun' : 'moon'));
  }

  private step(button: HTMLButtonElement, word: string, name: string | undefined, keys: string): void {
    button.disabled = name === undefined;
    button.title = name === undefined ? `Nothing to ${word.toLowerCase()}` : `${word}: ${name} (${keys})`;
  }
}
