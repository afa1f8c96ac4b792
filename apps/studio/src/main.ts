import './styles/theme.css';
import './styles/layout.css';
import './styles/controls.css';
import './styles/panels.css';
import './styles/dialogs.css';
import './styles/lattice.css';
import { makeActions, type Action } from './app/actions';
import { Autosave, lastWork } from './app/autosave';
import { Files } from './app/files';
import { GraphRunner } from './app/graph_runner';
import { listenToKeys } from './app/keys';
import { Studio } from './app/studio';
import { applyTheme, skeletonColors } from './app/theme';
import { openBeside, type Source } from './core/beside';
import { fetchServedFile } from './core/served_file';
import { createCore } from './core/wasm_core';
import { reasonOf, type Core, type Findings } from './core/core';
import { h } from './ui/dom';
import { DropZone } from './ui/drop_zone';
import { ExportDialog } from './ui/export_dialog';
import { FilePanel } from './ui/file_panel';
import { Inspector } from './ui/inspector';
import { JointPanel } from './ui/joint_panel';
import { LatticePanel } from './ui/lattice_panel';
import { Legend } from './ui/legend';
import { Notices } from './ui/notices';
import { Opening } from './ui/opening';
import { PaintPanel } from './ui/paint_panel';
import { Palette } from './ui/palette';
import { Timeline } from './ui/timeline';
import { ToolRail } from './ui/tool_rail';
import { Topbar } from './ui/topbar';
import { Tour } from './ui/tour';
import { VolumePanel } from './ui/volume_panel';
import { Gizmo } from './view/gizmo';
import { LatticeTool } from './view/lattice_tool';
import { PaintTool } from './view/paint_tool';
import { PanePointer } from './view/pane_pointer';
import { chooseQuality } from './view/quality';
import { Stage } from './view/stage';
import { Viewport } from './view/viewport';

const firstScene = 'creature';

interface Page {
  readonly studio: Studio;
  readonly frame: (now: number) => void;
  readonly tour: Tour;
}

/** The page: everything is made here once and knows the rest through the studio. */
function build(core: Core, opening: Opening, notices: Notices): Page {
  const quality = chooseQuality();
  const stage = new Stage(h('canvas', { class: 'canvas', 'aria-hidden': 'true' }), quality);
  const studio = new Studio(core, stage, notices);
  const pointer: { current?: PanePointer } = {};
  const viewport = new Viewport(studio, quality, (pane, index) => pointer.current?.attach(pane, index));
  const paint = new PaintTool(studio, viewport);
  const lattice = new LatticeTool(studio, viewport);
  pointer.current = new PanePointer(studio, viewport, new Gizmo(studio), paint, lattice);
  const files = new Files(studio, opening, () => viewport.draw());
  const runner = new GraphRunner(studio);
  const tour = new Tour(studio);
  furnish(studio, viewport, files, runner, paint, lattice, tour, notices);
  studio.on(['view', 'loaded'], () => show(studio));
  new Autosave(studio);
  return { studio, frame: loop(studio, viewport, runner, pointer.current), tour };
}

/** Bars, panels and dialogs round the viewport. */
function furnish(
  studio: Studio,
  viewport: Viewport,
  files: Files,
  runner: GraphRunner,
  paint: PaintTool,
  lattice: LatticeTool,
  tour: Tour,
  notices: Notices,
): void {
  const actions: Action[] = [];
  const act = (id: string) => (): void => actions.find((action) => action.id === id)?.run();
  const palette = new Palette(studio, () => actions);
  const exports = new ExportDialog(studio, files);
  actions.push(
    ...makeActions({
      studio,
      files,
      lattice,
      openPalette: () => palette.open(),
      openExports: () => exports.open(),
      startTour: () => tour.start(),
      take: (kind) => exports.take(kind),
      film: () => exports.film(),
      dismiss: () => notices.dismiss(),
    }),
  );
  const tools = actions.filter((action) => action.group === 'Tool');
  const inspector = new Inspector(studio, [
    { tab: 'joint', label: 'Joint', element: new JointPanel(studio).element },
    { tab: 'volume', label: 'Volume', element: new VolumePanel(studio).element },
    { tab: 'paint', label: 'Paint', element: new PaintPanel(studio, paint).element },
    { tab: 'lattice', label: 'Lattice', element: new LatticePanel(studio, lattice).element },
    { tab: 'file', label: 'File', element: new FilePanel(studio, files).element },
  ]);
  viewport.element.append(new Legend(studio).element);
  const around = [new Topbar(studio, act), new ToolRail(studio, tools), viewport, inspector];
  const below = [new Timeline(studio, runner, act), palette, exports, tour, new DropZone(files), notices];
  document.body.append(...[...around, ...below].map((part) => part.element));
  listenToKeys(actions, () => studio.preferences.navigation);
}

/** What preferences do to the stage. */
function show(studio: Studio): void {
  const { theme, grid, wire } = studio.preferences;
  applyTheme(theme, studio.stage);
  studio.stage.showGrid(grid);
  studio.stage.materials.setWireframe(wire);
}

function loop(
  studio: Studio,
  viewport: Viewport,
  runner: GraphRunner,
  pointer: PanePointer,
): (now: number) => void {
  let last = performance.now();
  return (now) => {
    const seconds = Math.min(Math.max((now - last) / 1000, 0), 0.1);
    last = now;
    const posed = studio.advance(seconds);
    const moved = studio.stage.rig.update(seconds);
    const { skeleton } = studio.stage;
    if (posed || moved) {
      skeleton.group.visible = studio.preferences.bones || studio.selected >= 0 || pointer.hovered >= 0;
      skeleton.paint(skeletonColors(studio.preferences.theme), studio.selected, pointer.hovered);
      viewport.drawMoving(now);
    } else viewport.rest(now);
    runner.step(now);
  };
}

/** Draws for as long as it can; what is thrown stops the picture, never without a word and a way on. */
function keepDrawing(frame: (now: number) => void, studio: Studio): void {
  const turn = (now: number): void => {
    try {
      frame(now);
    } catch (error) {
      studio.playing = false; // no more: who is told of it may ask a core that is gone
      const ways = [
        { label: 'Draw again', run: () => turn(performance.now()) },
        { label: 'Reload the page', run: () => location.reload() },
      ];
      studio.messages.complain(`The picture could not be drawn: ${reasonOf(error)}`, [], ways);
      return;
    }
    requestAnimationFrame(turn);
  };
  turn(performance.now());
}

/** What the page opens with: the file it was started for, else the last work, else the creature. */
async function openFirst(core: Core, opening: Opening, notices: Notices, fresh: boolean): Promise<Findings> {
  const served = await fetchServedFile();
  const work = served || fresh ? null : await lastWork();
  const source: Source | null = served ? { files: [served] } : work ? { work } : null;
  if (!source) return core.openScene(firstScene);
  const signal = opening.begin(served ? `Opening ${served.name} …` : 'Opening your last work …');
  const progress = (part: number): void => opening.show(part);
  try {
    const findings = await openBeside(core, source, ['isoskin', 'linear'], progress, signal);
    if (findings && work) notices.say('Your last work is open again');
    if (findings) return findings;
  } catch (error) {
    notices.complain(`${served?.name ?? 'Your last work'} could not be opened. ${reasonOf(error)}`);
  } finally {
    opening.end(signal);
  }
  return core.openScene(firstScene);
}

async function start(): Promise<void> {
  const notices = new Notices();
  const core = await createCore();
  const fresh = new URLSearchParams(location.search).has('fresh');
  // Before the page is built: whatever asks the core from then on finds a character there.
  const opening = new Opening();
  const findings = await openFirst(core, opening, notices, fresh);
  const { studio, frame, tour } = build(core, opening, notices);
  studio.loaded(findings);
  document.getElementById('splash')?.remove();
  keepDrawing(frame, studio);
  performance.mark('first picture');
  document.documentElement.dataset.ready = 'true';
  if (!studio.preferences.tourSeen && !fresh) tour.start();
  // For tests and for the curious: the same objects the page uses.
  Object.assign(window, { isoskinStudio: studio });
}

start().catch((error: unknown) => {
  const splash = document.getElementById('splash');
  if (splash)
    splash.textContent = `The studio could not start: ${String(error)}. A browser with WebGL 2 and WebAssembly is needed.`;
});
