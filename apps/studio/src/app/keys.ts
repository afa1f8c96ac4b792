import type { Action } from './actions';
import type { Navigation } from './preferences';

/** The first shortcut of an action under a preset, as it is shown. */
export function shortcut(action: Action, navigation: Navigation): string {
  return action.presets?.[navigation] ?? action.keys[0] ?? '';
}

function pressed(event: KeyboardEvent): string {
  const control = event.ctrlKey || event.metaKey ? 'Ctrl+' : '';
  const alt = event.altKey ? 'Alt+' : '';
  const shift = event.shiftKey ? 'Shift+' : '';
  const key = event.key === ' ' ? 'Space' : event.key.length === 1 ? event.key.toUpperCase() : event.key;
  return `${control}${alt}${shift}${key}`;
}

function typing(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.matches('input, textarea, [contenteditable]');
}

/** Space and Enter on something that can be pressed press it. */
function pressing(event: KeyboardEvent): boolean {
  return (
    event.key === ' ' &&
    event.target instanceof Element &&
    event.target.matches('button, select, summary, [role=slider]')
  );
}

export function listenToKeys(actions: readonly Action[], navigation: () => Navigation): void {
  addEventListener('keydown', (event) => {
    if (document.querySelector('dialog[open]')) return;
    const name = pressed(event);
    if (typing(event.target) && !name.startsWith('Ctrl+') && name !== 'Escape') return;
    if (typing(event.target) && ['Ctrl+Z', 'Ctrl+Y', 'Ctrl+Shift+Z'].includes(name)) return;
    if (pressing(event) && event.detail === 0 && event.target !== document.body && !event.ctrlKey) return;
    const action = actions.find(
      (candidate) => candidate.presets?.[navigation()] === name || candidate.keys.includes(name),
    );
    if (!action) return;
    event.preventDefault();
    if (typing(event.target)) (event.target as HTMLElement).blur();
    action.run();
  });
}
