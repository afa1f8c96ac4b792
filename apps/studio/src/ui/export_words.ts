import type { ExportKind } from '../core/core';
import type { IconName } from './icons';

/** What can be taken home, in words. */
export const exportWords: Record<ExportKind, { title: string; text: string; icon: IconName }> = {
  'baked-glb': {
    title: 'Baked GLB',
    text: 'The correction as morph targets, for engines and viewers that play them.',
    icon: 'box',
  },
  'character-glb': {
    title: 'Character with settings',
    text: 'Opens again here, or in the command line, as it is now.',
    icon: 'sliders',
  },
  'posed-glb': { title: 'Posed mesh, GLB', text: 'The shape you see, frozen.', icon: 'pull' },
  'posed-obj': { title: 'Posed mesh, OBJ', text: 'The same for sculpting and printing.', icon: 'wire' },
  'settings-json': { title: 'Settings', text: 'Profile curves, shares and maps as JSON.', icon: 'sliders' },
  'report-html': {
    title: 'Report',
    text: 'The volume of every frame as a page to send around.',
    icon: 'report',
  },
  'report-json': { title: 'Report, JSON', text: 'The same for scripts.', icon: 'report' },
};
