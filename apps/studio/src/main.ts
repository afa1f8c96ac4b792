import './styles/theme.css';
import './styles/layout.css';
import './styles/controls.css';
import './styles/panels.css';
import './styles/dialogs.css';
import './styles/flesh.css';
import './styles/lattice.css';
import './styles/tree.css';
import { makeActions, type Action } from './app/actions';
import { Autosave } from './app/autosave';
import { Dressing } from './app/dressing';
import { Files } from './app/files';
import { Rigging } from './app/rigging';
import { Stages } from './app/stages';
import { GraphRunner } from './app/graph_runner';
import { listenToKeys } from './app/keys';
import type { ShowMoment } from './app/film';
import { Saving } from './app/saving';
import { newWork, type OpenWork } from './app/open_work';
import { Studio } from './app/studio';
import { Taking } from './app/taking';
import { applyTheme, skeletonColors } from './app/theme';
import { Unsaved } from './app/unsaved';
import { fetchWork, restoreSteps } from './app/works';
import { openBeside, type Source } from './core/beside';
import { withNotes } from './core/local_reader';
import { fetchServedFile } from './core/served_file';
import { createCore } from './core/wasm_core';
import { reasonOf, type Core, type Findings } from './core/core';
import { h } from './ui/dom';
import { DropZone } from './ui/drop_zone';
import { ExportDialog } from './ui/export_dialog';
import { FilePanel } from './ui/file_panel';
import { listenToHold } from './ui/flesh_controls';
import { Inspector } from './ui/inspector';
import { JointPanel } from './ui/joint_panel';
import { LatticePanel } from './ui/lattice_panel';
import { Legend } from './ui/legend';
import { Notices } from './ui/notices';
import { Opening } from './ui/opening';
import { PaintPanel } from './ui/paint_panel';
import { Palette } from './ui/palette';
import { rebuildingMark } from './ui/rebuilding_mark';
import { RigPanel } from './ui/rig_panel';
import { Timeline } from './ui/timeline';
import { SaveQuestion } from './ui/save_question';
import { ToolRail } from './ui/tool_rail';
import { Topbar } from './ui/topbar';
import { Tour } from './ui/tour';
import { VolumePanel } from './ui/volume_panel';
import { Framing } from './view/framing';
import { Gizmo } from './view/gizmo';
import { LatticeTool } from './view/lattice_tool';
import { PaintTool } from './view/paint_tool';
import { PanePointer } from './view/pane_pointer';
import { chooseQuality } from './view/quality';
import { PoleHandle } from './view/pole_handle';
import type { Marks } from './view/skeleton_view';
import { SketchView } from './view/sketch_view';
import { Stage } from './view/stage';
import { Travelling } from './view/travelling';
import { Viewport } from './view/viewport';

const firstScene = 'creature';

interface Page {
  readonly studio: Studio;
  readonly frame: (now: number) => void;
  readonly tour: Tour;
}

/** What bars, panels and dialogs are about. */
interface Parts {
  readonly studio: Studio;
  readonly viewport: Viewport;
  readonly files: Files;
  readonly rigging: Rigging;
  readonly taking: Taking;
  readonly saving: Saving;
  readonly unsaved: Unsaved;
  readonly framing: Framing;
  readonly runner: GraphRunner;
  readonly paint: PaintTool;
  readonly lattice: LatticeTool;
  readonly tour: Tour;
  readonly notices: Notices;
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
  const pole = new PoleHandle(studio);
  const framing = new Framing(studio);
  const stages = new Stages(studio, opening);
  const rigging = new Rigging(studio, opening, stages);
  const sketch = new SketchView(studio, viewport, rigging);
  pointer.current = new PanePointer(studio, viewport, new Gizmo(studio), paint, lattice, pole, sketch);
  const unsaved = new Unsaved(studio);
  const saving = new Saving(studio, unsaved, opening);
  const autosave = new Autosave(studio);
  const leaving = { unsaved, saving, autosave, question: new SaveQuestion() };
  const files = new Files(studio, opening, leaving, new Dressing(studio, opening, stages));
  const travelling = new Travelling(studio);
  const moment: ShowMoment = (time, seconds) => {
    studio.showMoment(time, seconds);
    travelling.update();
  };
  const taking = new Taking(studio, moment, () => viewport.takeBack());
  const runner = new GraphRunner(studio);
  const tour = new Tour(studio);
  const parts = {
    studio,
    viewport,
    files,
    rigging,
    taking,
    saving,
    unsaved,
    framing,
    runner,
    paint,
    lattice,
    tour,
    notices,
  };
  furnish(parts);
  studio.on(['view', 'loaded'], () => show(studio));
  stage.onContext((there) => {
    studio.held = !there;
    if (!there) notices.say('The graphics card is gone; the picture comes back with it');
    studio.touch();
    viewport.takeBack();
  });
  return { studio, frame: loop(studio, viewport, runner, pointer.current, travelling), tour };
}

/** Bars, panels and dialogs round the viewport. */
function furnish(parts: Parts): void {
  const { studio, viewport, files, taking, saving, unsaved, framing, runner, paint, lattice, tour, notices } =
    parts;
  const actions: Action[] = [];
  const act = (id: string) => (): void => actions.find((action) => action.id === id)?.run();
  const palette = new Palette(studio, () => actions);
  const exports = new ExportDialog(studio, taking);
  actions.push(
    ...makeActions({
      studio,
      files,
      rigging: parts.rigging,
      saving,
      framing,
      lattice,
      openPalette: () => palette.open(),
      openExports: () => exports.open(),
      startTour: () => tour.start(),
      take: (kind) => exports.take(kind),
      picture: () => exports.picture(),
      film: () => exports.film(),
      dismiss: () => notices.dismiss(),
    }),
  );
  const joint = new JointPanel(studio).element;
  joint.prepend(new RigPanel(studio, parts.rigging, files, joint).element);
  const tools = actions.filter((action) => action.group === 'Tool');
  const inspector = new Inspector(studio, [
    { tab: 'joint', label: 'Joint', element: joint },
    { tab: 'volume', label: 'Volume', element: new VolumePanel(studio).element },
    { tab: 'paint', label: 'Paint', element: new PaintPanel(studio, paint).element },
    { tab: 'lattice', label: 'Lattice', element: new LatticePanel(studio, lattice).element },
    { tab: 'file', label: 'File', element: new FilePanel(studio, files).element },
  ]);
  viewport.element.append(new Legend(studio).element, rebuildingMark(studio));
  const around = [new Topbar(studio, unsaved, act), new ToolRail(studio, tools), viewport, inspector];
  const below = [new Timeline(studio, runner, act), palette, exports, tour, new DropZone(files), notices];
  document.body.append(...[...around, ...below].map((part) => part.element), notices.complaints);
  listenToKeys(actions, () => studio.preferences.navigation);
  listenToHold(studio);
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
  travelling: Travelling,
): (now: number) => void {
  let last = performance.now();
  return (now) => {
    const seconds = Math.min(Math.max((now - last) / 1000, 0), 0.1);
    last = now;
    if (studio.held) return;
    const posed = studio.advance(seconds);
    const gone = posed && travelling.update();
    const moved = studio.stage.rig.update(seconds) || gone;
    const { skeleton } = studio.stage;
    if (posed || moved) {
      skeleton.group.visible = studio.preferences.bones || studio.selected >= 0 || pointer.hovered >= 0;
      skeleton.paint(skeletonColors(studio.preferences.theme), marksOf(studio, pointer.hovered));
      viewport.drawMoving(now);
    } else viewport.rest(now);
    runner.step(now);
  };
}

/** Joints that are drawn otherwise than the rest. */
function marksOf(studio: Studio, hovered: number): Marks {
  const { selected, poser, preferences } = studio;
  const partner = preferences.mirror && selected >= 0 ? poser.partner(selected) : -1;
  return { selected, hovered, partner, pinned: new Set(poser.pins.keys()) };
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

interface First {
  readonly findings: Findings;
  readonly work: OpenWork;
  readonly buildTime: number;
}

/** What the page opens with: the file it was started for, else the last work, else the creature. */
async function openFirst(core: Core, opening: Opening, notices: Notices, fresh: boolean): Promise<First> {
  const served = await fetchServedFile();
  const kept = served || fresh ? null : await fetchWork();
  const source: Source | null = served ? { files: [served.glb] } : kept ? { work: kept.bytes } : null;
  const scene = (): First => {
    const start = performance.now();
    const findings = core.openScene(firstScene);
    return { findings, work: newWork(false), buildTime: performance.now() - start };
  };
  if (!source) return scene();
  const signal = opening.begin(served ? `Opening ${served.glb.name} …` : 'Opening your last work …');
  const progress = (part: number): void => opening.show(part);
  try {
    const opened = await openBeside(core, source, ['isoskin', 'linear'], progress, signal);
    if (opened && kept) {
      const whole = restoreSteps(core, kept);
      notices.say(`Your last work is open again${whole ? '' : ', without the steps before'}`);
    }
    if (opened)
      return {
        findings: withNotes(opened.findings, served?.notes ?? []),
        work: kept ? { id: kept.id, isFile: true, handle: null } : newWork(true),
        buildTime: opened.milliseconds,
      };
  } catch (error) {
    notices.complain(`${served?.glb.name ?? 'Your last work'} could not be opened. ${reasonOf(error)}`);
  } finally {
    opening.end(signal);
  }
  return scene();
}

async function start(): Promise<void> {
  const notices = new Notices();
  const core = await createCore();
  const fresh = new URLSearchParams(location.search).has('fresh');
  // Before the page is built: whatever asks the core from then on finds a character there.
  const opening = new Opening();
  const { findings, work, buildTime } = await openFirst(core, opening, notices, fresh);
  const { studio, frame, tour } = build(core, opening, notices);
  studio.loaded(findings, work, buildTime);
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
