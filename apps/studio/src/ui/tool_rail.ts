import type { Action } from '../app/actions';
import { shortcut } from '../app/keys';
import type { Studio } from '../app/studio';
import { h, setPressed } from './dom';
import { icon } from './icons';

/** The tools at the left. */
export class ToolRail {
  readonly element = h('nav', { class: 'rail', 'aria-label': 'Tools' });

  constructor(studio: Studio, tools: readonly Action[]) {
    const buttons = tools.map((tool) => {
      const button = h('button', {
        type: 'button',
        class: 'tool',
        'aria-label': tool.title,
        'data-tool': tool.id.slice('tool-'.length),
        onclick: tool.run,
      });
      button.append(icon(tool.icon, 22), h('kbd', {}));
      this.element.append(button);
      return { tool, button };
    });
    studio.on(['view', 'loaded'], () => {
      for (const { tool, button } of buttons) {
        const keys = shortcut(tool, studio.preferences.navigation);
        setPressed(button, tool.id === `tool-${studio.tool}`);
        button.title = `${tool.title} (${keys})`;
        const hint = button.querySelector('kbd');
        if (hint) hint.textContent = keys;
      }
    });
  }
}
