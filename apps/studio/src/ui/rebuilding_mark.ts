import type { Studio } from '../app/studio';
import { h } from './dom';

/** That the shape is being built anew, and how far it is; nothing waits for it. */
export function rebuildingMark(studio: Studio): HTMLElement {
  const bar = h('progress', { max: 1, 'aria-label': 'Building the shape anew' });
  const mark = h('div', { class: 'rebuilding', role: 'status', hidden: true }, 'Building …', bar);
  studio.on(['rebuilding'], () => {
    mark.hidden = !studio.rebuilding.waiting;
    if (studio.rebuilding.progress > 0) bar.value = studio.rebuilding.progress;
    else bar.removeAttribute('value');
  });
  return mark;
}
