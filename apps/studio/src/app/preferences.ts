import type { Method } from '../core/core';

export type Theme = 'dark' | 'light';
export type Navigation = 'simple' | 'maya' | 'blender';
export type Tool = 'rotate' | 'move' | 'scale' | 'pull' | 'paint' | 'lattice';
export type Tab = 'joint' | 'volume' | 'paint' | 'lattice' | 'file';

/** What the camera does while a character walks away; in place: the ground goes along. */
export type CameraMode = 'follow' | 'stay' | 'in-place';

/** How the visitor likes the page; nothing of the document. Kept in the browser. */
export interface Preferences {
  theme: Theme;
  navigation: Navigation;
  methods: Method[];
  heat: boolean;
  bones: boolean;
  grid: boolean;
  wire: boolean;
  loop: boolean;
  autoKey: boolean;
  mirror: boolean; // what is done to a joint is done to its partner too
  camera: CameraMode;
  wipe: boolean; // two views in one pane, parted by a handle
  crossings: boolean; // skin that goes through itself is drawn in red
  helpers: boolean; // joints without flesh are listed
  tourSeen: boolean;
}

const storageKey = 'isoskin-studio';

const defaults: Preferences = {
  theme: 'dark',
  navigation: 'simple',
  methods: ['linear', 'isoskin'],
  heat: false,
  bones: false,
  grid: true,
  wire: false,
  loop: true,
  autoKey: false,
  mirror: false,
  camera: 'follow',
  wipe: false,
  crossings: false,
  helpers: false,
  tourSeen: false,
};

export function loadPreferences(): Preferences {
  try {
    const stored = localStorage.getItem(storageKey);
    return { ...defaults, ...(stored ? (JSON.parse(stored) as Partial<Preferences>) : {}) };
  } catch {
    return { ...defaults }; // a page opened from disk, or a browser that keeps nothing
  }
}

export function savePreferences(preferences: Preferences): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify(preferences));
  } catch {
    // nothing is lost but the liking
  }
}
