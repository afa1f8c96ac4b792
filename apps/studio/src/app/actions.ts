import type { ExportKind } from '../core/core';
import { exportWords } from '../ui/export_words';
import type { IconName } from '../ui/icons';
import type { LatticeTool } from '../view/lattice_tool';
import type { Files } from './files';
import type { Navigation, Tool } from './preferences';
import type { Studio } from './studio';

/** Something the visitor can do: by key, by button, by name in the palette. */
export interface Action {
  readonly id: string;
  readonly title: string;
  readonly group: string;
  readonly icon: IconName;
  /** As "Ctrl+Z" or "G"; those of a preset count only there. */
  readonly keys: readonly string[];
  readonly presets?: Partial<Record<Navigation, string>>;
  readonly run: () => void;
}

export interface Surroundings {
  readonly studio: Studio;
  readonly files: Files;
  readonly lattice: LatticeTool;
  readonly openPalette: () => void;
  readonly openExports: () => void;
  readonly startTour: () => void;
  readonly take: (kind: ExportKind) => void;
  readonly film: () => void;
  readonly dismiss: () => void;
}

const frameTime = 1 / 30;
const exportKinds = Object.keys(exportWords) as ExportKind[];

const tools: readonly [Tool, string, IconName, Partial<Record<Navigation, string>>][] = [
  ['rotate', 'Rotate', 'rotate', { simple: 'E', maya: 'E', blender: 'R' }],
  ['move', 'Move', 'move', { simple: 'W', maya: 'W', blender: 'G' }],
  ['scale', 'Scale', 'scale', { simple: 'R', maya: 'R', blender: 'S' }],
  ['pull', 'Pull (inverse kinematics)', 'pull', { simple: 'Q', maya: 'Q', blender: 'Q' }],
  ['paint', 'Paint', 'brush', { simple: 'B', maya: 'B', blender: 'B' }],
  ['lattice', 'Lattice', 'lattice', { simple: 'C', maya: 'C', blender: 'C' }],
];

export function makeActions(around: Surroundings): Action[] {
  return [
    ...toolActions(around),
    ...editActions(around),
    ...latticeActions(around),
    ...timeActions(around),
    ...viewActions(around),
    ...cameraActions(around),
    ...fileActions(around),
    ...pageActions(around),
  ];
}

type Row = readonly [id: string, title: string, icon: IconName, keys: string, run: () => void];

/** Keys of a row are parted by blanks. */
function table(group: string, rows: readonly Row[]): Action[] {
  return rows.map(([id, title, icon, keys, run]) => ({
    id,
    title,
    group,
    icon,
    keys: keys.split(' ').filter(Boolean),
    run,
  }));
}

function toolActions({ studio }: Surroundings): Action[] {
  return tools.map(([tool, title, icon, presets]) => ({
    id: `tool-${tool}`,
    title,
    group: 'Tool',
    icon,
    keys: [],
    presets,
    run: () => studio.setTool(tool),
  }));
}

function editActions({ studio, lattice, dismiss }: Surroundings): Action[] {
  const turnTo = (step: number): void => {
    const skinned = studio.joints.flatMap((info, index) => (info.skinned ? [index] : []));
    const next = skinned[(skinned.indexOf(studio.selected) + step + skinned.length) % skinned.length];
    if (next === undefined) return;
    studio.setPlaying(false);
    studio.select(next);
  };
  const resetJoint = (): void => {
    if (studio.selected >= 0) studio.step('reset joint', () => studio.core.resetPose(studio.selected));
  };
  const letGo = (): void => {
    dismiss();
    lattice.select(null);
    studio.select(-1);
  };
  return table('Edit', [
    ['undo', 'Undo', 'undo', 'Ctrl+Z', () => studio.undo()],
    ['redo', 'Redo', 'redo', 'Ctrl+Shift+Z Ctrl+Y', () => studio.redo()],
    ['reset-joint', 'Reset the joint', 'reset', 'Alt+R', resetJoint],
    [
      'reset-pose',
      'Reset the pose',
      'reset',
      '',
      () => studio.step('reset pose', () => studio.core.resetPose()),
    ],
    ['next-joint', 'Next joint', 'bones', ']', () => turnTo(1)],
    ['previous-joint', 'Previous joint', 'bones', '[', () => turnTo(-1)],
    ['deselect', 'Let go: deselect, dismiss messages', 'close', 'Escape', letGo],
  ]);
}

function latticeActions({ studio, lattice }: Surroundings): Action[] {
  const swing = (): void => {
    studio.setTool('lattice');
    lattice.toggleSwing();
  };
  return table('Lattice', [
    ['lattice-make', 'Make a lattice', 'lattice', '', () => lattice.make()],
    ['lattice-subdivide', 'Subdivide cells', 'plus', 'D', () => lattice.subdivide()],
    ['lattice-simplify', 'Simplify cells', 'minus', 'M', () => lattice.simplify()],
    ['lattice-finer', 'Finer level', 'lattice', 'PageDown', () => lattice.setLevel(lattice.level + 1)],
    ['lattice-coarser', 'Coarser level', 'lattice', 'PageUp', () => lattice.setLevel(lattice.level - 1)],
    ['lattice-swing', 'Let flesh swing, or stop it', 'smooth', '', swing],
    ['lattice-reset-vertex', 'Reset the vertex of the lattice', 'reset', '', () => lattice.resetVertex()],
    ['lattice-reset', 'Reset the lattice', 'reset', '', () => lattice.reset()],
    ['lattice-remove', 'Remove the lattice', 'close', '', () => lattice.remove()],
  ]);
}

function timeActions({ studio }: Surroundings): Action[] {
  const go = (time: number): void => {
    const { core } = studio;
    studio.setPlaying(false);
    const duration = core.clips()[core.clip()]?.duration ?? 0;
    studio.run(() => core.setTime(Math.min(Math.max(time, 0), duration)));
  };
  const worst = (): void => {
    const graph = studio.core.errorGraph();
    if (graph) go(graph.worst.time);
    else studio.messages.say('The error graph is still being measured');
  };
  const key = (): void => studio.step('key pose', () => studio.core.keyPose());
  const autoKey = (): void => {
    studio.prefer({ autoKey: !studio.preferences.autoKey });
    studio.messages.say(studio.preferences.autoKey ? 'Every pose is keyed' : 'Poses are keyed by hand');
  };
  const newClip = (): void => {
    const { core } = studio;
    studio.step('new clip', () => core.setClip(core.newClip(`clip ${core.clips().length + 1}`)));
  };
  return table('Time', [
    ['play', 'Play or pause', 'play', 'Space', () => studio.setPlaying(!studio.playing)],
    ['step-back', 'One frame back', 'stepBack', ',', () => go(studio.core.time() - frameTime)],
    ['step-forward', 'One frame on', 'stepForward', '.', () => go(studio.core.time() + frameTime)],
    ['to-start', 'To the start', 'toStart', 'Home', () => go(0)],
    ['worst', 'To the worst frame', 'heat', 'X', worst],
    ['loop', 'Loop', 'loop', 'L', () => studio.prefer({ loop: !studio.preferences.loop })],
    ['key', 'Key the pose', 'key', 'K', key],
    ['auto-key', 'Key every pose by itself', 'key', '', autoKey],
    ['new-clip', 'New clip', 'plus', '', newClip],
  ]);
}

function viewActions({ studio }: Surroundings): Action[] {
  const toggle = (name: 'heat' | 'bones' | 'grid' | 'wire'): (() => void) => {
    return () => studio.prefer({ [name]: !studio.preferences[name] });
  };
  const show = (methods: Parameters<Studio['setMethods']>[0]): (() => void) => {
    return () => studio.setMethods(methods);
  };
  const four = ['linear', 'dual', 'linear-normal', 'isoskin'] as const;
  return table('View', [
    ['one-view', 'One view: isoskin', 'viewOne', 'Ctrl+1', show(['isoskin'])],
    ['two-views', 'Two views: plain skinning, isoskin', 'viewTwo', 'Ctrl+2', show(['linear', 'isoskin'])],
    ['four-views', 'Four views of the methods', 'viewFour', 'Ctrl+4', show(four)],
    ['heat', 'Heat map of lost flesh', 'heat', 'H', toggle('heat')],
    ['bones', 'Bones', 'bones', 'J', toggle('bones')],
    ['grid', 'Ground grid', 'grid', '', toggle('grid')],
    ['wire', 'Wireframe', 'wire', 'Z', toggle('wire')],
  ]);
}

function cameraActions({ studio }: Surroundings): Action[] {
  const look = (azimuth: number, height: number) => (): void => studio.stage.rig.turnTo(azimuth, height);
  return table('View', [
    ['frame', 'Frame the character', 'frame', 'F', () => studio.stage.frameAll()],
    ['look-front', 'From the front', 'camera', '1', look(0, 0.08)],
    ['look-side', 'From the side', 'camera', '3', look(Math.PI / 2, 0.08)],
    ['look-top', 'From above', 'camera', '7', look(0, 1.5)],
    ['look-corner', 'From the corner', 'camera', '0', look(0.7, 0.22)],
  ]);
}

function fileActions({ studio, files, openExports, take, film }: Surroundings): Action[] {
  const scenes = studio.core
    .scenes()
    .map(({ name }): Row => [`scene-${name}`, `Open the ${name}`, 'box', '', () => files.openScene(name)]);
  const exports = exportKinds.map((kind): Row => {
    const { title, icon } = exportWords[kind];
    return [`export-${kind}`, `Take home: ${title}`, icon, '', () => take(kind)];
  });
  return table('File', [
    ['open', 'Open files …', 'open', 'Ctrl+O', () => files.choose()],
    ['take', 'Take it home …', 'take', 'Ctrl+S', openExports],
    ['picture', 'Take home: picture (PNG)', 'camera', '', () => void files.picture()],
    ['film', 'Take home: film of the clip (WebM)', 'film', '', film],
    ...exports,
    ...scenes,
  ]);
}

function pageActions({ studio, openPalette, startTour }: Surroundings): Action[] {
  const navigate = (navigation: Navigation, title: string): Row => [
    `navigation-${navigation}`,
    title,
    'move',
    '',
    () => {
      studio.prefer({ navigation });
      studio.messages.say(title);
    },
  ];
  const swap = (): void => studio.prefer({ theme: studio.preferences.theme === 'dark' ? 'light' : 'dark' });
  return table('Page', [
    ['palette', 'All commands', 'command', 'Ctrl+P Ctrl+K', openPalette],
    ['theme', 'Dark or light', 'sun', 'Shift+D', swap],
    ['tour', 'Show me around', 'help', 'Shift+?', startTour],
    navigate('simple', 'Navigate: drag turns, right drag pans'),
    navigate('maya', 'Navigate as in Maya: Alt and drag'),
    navigate('blender', 'Navigate as in Blender: middle drag'),
  ]);
}
