import type { ExportKind } from '../core/core';
import { exportWords } from '../ui/export_words';
import type { IconName } from '../ui/icons';
import type { Framing } from '../view/framing';
import type { LatticeTool } from '../view/lattice_tool';
import type { Files } from './files';
import type { CameraMode, Navigation, Tool } from './preferences';
import type { Rigging } from './rigging';
import type { Saving } from './saving';
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
  readonly rigging: Rigging;
  readonly saving: Saving;
  readonly framing: Framing;
  readonly lattice: LatticeTool;
  readonly openPalette: () => void;
  readonly openExports: () => void;
  readonly startTour: () => void;
  readonly take: (kind: ExportKind) => void;
  readonly picture: () => void;
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
    ...fleshActions(around),
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
  const mirror = (): void => {
    studio.prefer({ mirror: !studio.preferences.mirror });
    studio.messages.say(studio.preferences.mirror ? 'Both sides are posed' : 'One side is posed');
  };
  const pin = (): void => {
    if (studio.selected < 0) return;
    studio.setPlaying(false);
    const pinned = studio.poser.togglePin(studio.selected);
    studio.messages.say(
      `${studio.jointName(studio.selected)} ${pinned ? 'stays where it is' : 'moves again'}`,
    );
    studio.prefer({});
  };
  const unpole = (): void => {
    if (studio.poser.poles.has(studio.selected))
      studio.step('bend by nature', () => studio.poser.setPole(studio.selected, null));
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
    ['mirror', 'Mirror: pose both sides', 'mirror', 'X', mirror],
    ['pin', 'Pin the joint where it is, or let it go', 'pin', 'P', pin],
    ['pole', 'Let the limb bend by nature again', 'pull', '', unpole],
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

function fleshActions({ studio }: Surroundings): Action[] {
  const simulate = (joint: string | undefined): void => {
    if (joint === undefined) studio.messages.say('Choose a joint first');
    else void studio.simulating.simulate([joint]);
  };
  return table('Flesh', [
    [
      'flesh-joint',
      'Simulate the flesh of the joint',
      'smooth',
      '',
      () => simulate(studio.joints[studio.selected]?.name),
    ],
    [
      'flesh-all',
      'Simulate the flesh of all joints',
      'smooth',
      '',
      () => void studio.simulating.simulate([]),
    ],
    ['flesh-crossings', 'Skin that crosses itself in red', 'heat', '', () => studio.crossings.toggle()],
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
    ['worst', 'To the worst frame', 'heat', 'Shift+W', worst],
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
    return () => studio.prefer({ methods: [...methods], wipe: false });
  };
  const wipe = (): void => studio.prefer({ methods: ['linear', 'isoskin'], wipe: true });
  const four = ['linear', 'dual', 'linear-normal', 'isoskin'] as const;
  return table('View', [
    ['one-view', 'One view: isoskin', 'viewOne', 'Ctrl+1', show(['isoskin'])],
    ['two-views', 'Two views: plain skinning, isoskin', 'viewTwo', 'Ctrl+2', show(['linear', 'isoskin'])],
    ['four-views', 'Four views of the methods', 'viewFour', 'Ctrl+4', show(four)],
    ['wipe', 'Before and after in one view, parted by a handle', 'wipe', 'Ctrl+3', wipe],
    ['heat', 'Heat map of lost flesh', 'heat', 'H', toggle('heat')],
    ['bones', 'Bones', 'bones', 'J', toggle('bones')],
    ['grid', 'Ground grid', 'grid', '', toggle('grid')],
    ['wire', 'Wireframe', 'wire', 'Z', toggle('wire')],
  ]);
}

function cameraActions({ studio, framing }: Surroundings): Action[] {
  const camera = (mode: CameraMode) => (): void => studio.prefer({ camera: mode });
  const look = (azimuth: number, height: number) => (): void => studio.stage.rig.turnTo(azimuth, height);
  return table('View', [
    ['frame', 'Frame what is posed, or the joint; again: close up', 'frame', 'F', () => framing.frame()],
    ['camera-follow', 'The camera follows who walks away', 'camera', '', camera('follow')],
    ['camera-stay', 'The camera stays', 'camera', '', camera('stay')],
    ['camera-in-place', 'Walks in place: the ground goes along', 'camera', '', camera('in-place')],
    ['look-front', 'From the front', 'camera', '1', look(0, 0.08)],
    ['look-side', 'From the side', 'camera', '3', look(Math.PI / 2, 0.08)],
    ['look-top', 'From above', 'camera', '7', look(0, 1.5)],
    ['look-corner', 'From the corner', 'camera', '0', look(0.7, 0.22)],
  ]);
}

function fileActions(around: Surroundings): Action[] {
  const { studio, files, rigging, saving, openExports, take, picture, film } = around;
  const rig = (): void => {
    if (rigging.bare) void rigging.find('auto');
    else studio.messages.say(`${studio.name} has a skeleton`);
  };
  const dress = (): void => {
    if (files.dressing.possible) files.chooseGarment();
    else studio.messages.say(`${studio.name} has no skeleton that clothes could follow`);
  };
  const scenes = studio.core
    .scenes()
    .map(({ name }): Row => [`scene-${name}`, `Open the ${name}`, 'box', '', () => files.openScene(name)]);
  const exports = exportKinds.map((kind): Row => {
    const { title, icon } = exportWords[kind];
    return [`export-${kind}`, `Take home: ${title}`, icon, '', () => take(kind)];
  });
  return table('File', [
    ['open', 'Open files …', 'open', 'Ctrl+O', () => files.choose()],
    ['rig', 'Rig it: find a skeleton for the mesh', 'bones', '', rig],
    ['dress', 'Dress: add clothes that follow the body …', 'plus', '', dress],
    ['save', 'Save the character with its settings', 'save', 'Ctrl+S', () => void saving.save()],
    ['take', 'Take it home …', 'take', 'Ctrl+E', openExports],
    ['picture', 'Take home: picture (PNG)', 'camera', '', picture],
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
