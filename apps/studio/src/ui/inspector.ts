import type { Tab } from '../app/preferences';
import type { Studio } from '../app/studio';
import { h } from './dom';

/** The panels at the right, one shown at a time. */
export class Inspector {
  readonly element: HTMLElement;
  private readonly tabs = new Map<Tab, HTMLButtonElement>();
  private readonly panels = new Map<Tab, HTMLElement>();

  constructor(studio: Studio, panels: readonly { tab: Tab; label: string; element: HTMLElement }[]) {
    const row = h('div', { class: 'tabs', role: 'tablist', 'aria-label': 'Panels' });
    this.element = h('aside', { class: 'inspector', 'aria-label': 'Inspector' }, row);
    for (const { tab, label, element } of panels) {
      const button = h(
        'button',
        { type: 'button', role: 'tab', id: `tab-${tab}`, 'aria-controls': element.id },
        label,
      );
      button.addEventListener('click', () => studio.setTab(tab));
      button.addEventListener('keydown', (event) => this.key(event, studio));
      element.setAttribute('role', 'tabpanel');
      element.setAttribute('aria-labelledby', button.id);
      this.tabs.set(tab, button);
      this.panels.set(tab, element);
      row.append(button);
      this.element.append(element);
    }
    studio.on(['view', 'loaded'], () => this.show(studio.tab));
  }

  private show(shown: Tab): void {
    for (const [tab, button] of this.tabs) {
      button.setAttribute('aria-selected', String(tab === shown));
      button.tabIndex = tab === shown ? 0 : -1;
    }
    for (const [tab, panel] of this.panels) panel.hidden = tab !== shown;
  }

  private key(event: KeyboardEvent, studio: Studio): void {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (step === 0) return;
    const order = [...this.tabs.keys()];
    const next = order[(order.indexOf(studio.tab) + step + order.length) % order.length];
    if (!next) return;
    event.preventDefault();
    event.stopPropagation();
    studio.setTab(next);
    this.tabs.get(next)?.focus();
  }
}
