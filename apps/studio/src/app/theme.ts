import type { Stage } from '../view/stage';
import type { Theme } from './preferences';

/** Puts a theme on the page and on the stage; the stage takes its colours from the style sheet. */
export function applyTheme(theme: Theme, stage: Stage): void {
  document.documentElement.dataset.theme = theme;
  const style = getComputedStyle(document.documentElement);
  const color = (name: string): string => style.getPropertyValue(`--${name}`).trim();
  stage.setTheme({
    dark: theme === 'dark',
    center: color('wall-center'),
    edge: color('wall-edge'),
    line: color('ground-line'),
  });
}

export function skeletonColors(theme: Theme): {
  line: string;
  dot: string;
  selected: string;
  hovered: string;
  pinned: string;
} {
  return theme === 'dark'
    ? { line: '#ffffff', dot: '#dfe6f2', selected: '#ffb457', hovered: '#ffe2bd', pinned: '#7cc4ff' }
    : { line: '#1d2430', dot: '#ffffff', selected: '#e8743b', hovered: '#ffc9a8', pinned: '#1f7fd0' };
}
