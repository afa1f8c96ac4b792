import type { Action } from '../app/actions';
import { shortcut } from '../app/keys';
import type { Studio } from '../app/studio';
import { h } from './dom';
import { icon } from './icons';

/** Every action by name, with its shortcut. */
export class Palette {
  readonly element = h('dialog', { class: 'palette', 'aria-label': 'All commands' });
  private readonly input = h('input', {
    type: 'text',
    placeholder: 'What would you like to do?',
    'aria-label': 'Command',
    role: 'combobox',
    'aria-controls': 'palette-list',
    'aria-expanded': 'true',
    autocomplete: 'off',
    spellcheck: 'false',
  });
  private readonly list = h('ul', { id: 'palette-list', role: 'listbox', 'aria-label': 'Commands' });
  private found: Action[] = [];
  private active = 0;

  constructor(
    private readonly studio: Studio,
    private readonly actions: () => readonly Action[],
  ) {
    this.element.append(h('div', { class: 'palette-head' }, icon('command', 18), this.input), this.list);
    this.input.addEventListener('input', () => this.search());
    this.element.addEventListener('keydown', (event) => this.key(event));
    this.element.addEventListener('click', (event) => {
      if (event.target === this.element) this.close();
    });
  }

  open(): void {
    this.input.value = '';
    this.element.showModal();
    this.search();
    this.input.focus();
  }

  private close(): void {
    this.element.close();
    this.input.blur(); // the browser takes the focus away only with the next picture
  }

  private search(): void {
    const words = this.input.value.toLowerCase().split(/\s+/).filter(Boolean);
    const matches = (action: Action): boolean =>
      words.every((word) => `${action.group} ${action.title}`.toLowerCase().includes(word));
    this.found = this.actions().filter((action) => action.id !== 'palette' && matches(action));
    this.active = 0;
    this.list.replaceChildren(...this.found.map((action, index) => this.item(action, index)));
    if (this.found.length === 0) this.list.append(h('li', { class: 'empty' }, 'No command is called that.'));
    this.mark();
  }

  private item(action: Action, index: number): HTMLElement {
    const keys = shortcut(action, this.studio.preferences.navigation);
    const item = h(
      'li',
      { role: 'option', id: `command-${action.id}`, 'data-action': action.id },
      icon(action.icon, 17),
      h('span', { class: 'palette-title' }, action.title),
      h('span', { class: 'palette-group' }, action.group),
      keys ? h('kbd', {}, keys) : null,
    );
    item.addEventListener('click', () => this.run(index));
    item.addEventListener('pointermove', () => {
      if (this.active === index) return;
      this.active = index;
      this.mark();
    });
    return item;
  }

  private run(index: number): void {
    const action = this.found[index];
    this.close();
    action?.run();
  }

  private key(event: KeyboardEvent): void {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0) this.active = (this.active + step + this.found.length) % Math.max(this.found.length, 1);
    else if (event.key === 'Enter') this.run(this.active);
    else if (event.key === 'Escape') this.close();
    else return;
    event.preventDefault();
    this.mark();
  }

  private mark(): void {
    [...this.list.children].forEach((item, index) => {
      item.setAttribute('aria-selected', String(index === this.active));
      if (index === this.active) item.scrollIntoView({ block: 'nearest' });
    });
    const current = this.found[this.active];
    if (current) this.input.setAttribute('aria-activedescendant', `command-${current.id}`);
  }
}
