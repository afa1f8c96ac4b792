import {
  CoreError,
  reasonOf,
  type Core,
  type Findings,
  type FrameReport,
  type JointInfo,
  type Method,
  type ScalarField,
} from '../core/core';
import type { Direction } from '../core/stages';
import { heatRamp, paintedRamp, weightRamp, type Ramp } from '../view/color_ramp';
import { readable } from '../ui/words';
import type { Stage } from '../view/stage';
import { CrossingWatch } from './crossing_watch';
import { Emitter } from './events';
import { newWork, type OpenWork } from './open_work';
import { Poser } from './poser';
import { Rebuilding } from './rebuilding';
import { Simulating } from './simulating';
import { ShownParts } from './shown_parts';
import { isOutOfMemory, Room } from './room';
import { loadPreferences, savePreferences, type Preferences, type Tab, type Tool } from './preferences';

/** A button of a complaint: what can be done about it. */
export interface Way {
  readonly label: string;
  readonly run: () => void;
}

export interface Messages {
  say(text: string): void;
  complain(text: string, details?: readonly string[], ways?: readonly Way[]): void;
  /** Complaints about the file that was open go with it. */
  forget(): void;
}

/** The page's middle: the core and the stage, what is selected, what is to be redrawn. */
export class Studio extends Emitter {
  readonly preferences: Preferences = loadPreferences();
  readonly poser = new Poser(this);
  readonly room = new Room(() => this.core);
  readonly rebuilding = new Rebuilding(this);
  readonly simulating = new Simulating(this);
  readonly crossings = new CrossingWatch(this);
  /** Commands that the core got so far. */
  commands = 0;
  /** Nothing is posed or drawn by the page's own clock, as while a film is made. */
  held = false;
  /** Where the line between two views in one pane is, from 0 at the left to 1. */
  wipeAt = 0.5;
  readonly parts: ShownParts;
  report: FrameReport | null = null;
  /** Of the character that is open; fixed for it. */
  findings!: Findings;
  joints: readonly JointInfo[] = [];
  name = '';
  playing = true;
  speed = 1;
  work: OpenWork = newWork(false);
  /** The revision of the document that the browser keeps; -1: none. */
  savedRevision = -1;
  private selectedJoint = -1;
  private currentTool: Tool = 'rotate';
  private currentTab: Tab = 'joint';
  private paintTarget: 'weights' | 'map' = 'weights';
  private poseStale = true;
  private pictureStale = true;
  private edited = true;
  private openGestures = 0;
  private fleshHidden = false;

  constructor(
    public core: Core,
    readonly stage: Stage,
    readonly messages: Messages,
  ) {
    super();
    this.parts = new ShownParts(this);
  }

  // ------------------------------------------------------------ the document

  /** Carries out a command of the core; what it refuses is said in words. */
  run<T>(command: () => T): T | undefined {
    try {
      return command();
    } catch (error) {
      this.messages.complain(
        error instanceof CoreError ? error.message : `Something went wrong: ${String(error)}`,
      );
      return undefined;
    } finally {
      this.commands++;
      this.edited = true;
      this.touch();
    }
  }

  /** One step of undo, however many commands a drag sends. */
  begin(name: string): void {
    if (this.openGestures++ === 0) this.run(() => this.core.beginGesture(name));
  }

  end(): void {
    if (this.openGestures === 0 || --this.openGestures > 0) return;
    this.run(() => this.core.endGesture());
  }

  get busy(): boolean {
    return this.openGestures > 0;
  }

  step(name: string, command: () => void): void {
    this.begin(name);
    this.run(command);
    this.end();
  }

  /** Goes to another document, beside the page; who does it puts it here. */
  cross: (way: Direction) => void = () => undefined;

  undo(): void {
    if (this.core.stages.crosses('undo')) {
      this.cross('undo');
      return;
    }
    const name = this.run(() => this.core.undo());
    this.messages.say(name ? `Undone: ${name}` : 'Nothing to undo');
  }

  redo(): void {
    if (this.core.stages.crosses('redo')) {
      this.cross('redo');
      return;
    }
    const name = this.run(() => this.core.redo());
    this.messages.say(name ? `Done again: ${name}` : 'Nothing to redo');
  }

  /** `buildTime`: milliseconds that its way of keeping volume took to build. */
  loaded(findings: Findings, work: OpenWork = newWork(false), buildTime = 0): void {
    this.rebuilding.begin(buildTime);
    this.messages.forget();
    this.work = work;
    this.selectedJoint = -1;
    this.openGestures = 0;
    this.fleshHidden = false;
    this.joints = this.core.joints();
    this.findings = findings;
    this.name = findings.name;
    this.room.begin();
    this.stage.load(this.core, findings, () => (this.pictureStale = true));
    this.applyPanes();
    this.applyScalars();
    // Playing would drop a pose that was left unkeyed.
    this.playing = this.core.clip() >= 0 && this.core.editedJoints().length === 0;
    this.savedRevision = -1;
    this.touch();
    this.emit('loaded');
  }

  saved(revision: number): void {
    this.savedRevision = revision;
    this.emit('saved');
  }

  /** The pose is to be made anew. */
  touch(): void {
    this.poseStale = true;
  }

  redraw(): void {
    this.pictureStale = true;
  }

  // ------------------------------------------------------------ what is shown

  jointName(joint: number): string {
    return readable(this.joints[joint]?.name ?? 'joint');
  }

  get selected(): number {
    return this.selectedJoint;
  }

  select(joint: number): void {
    if (joint === this.selectedJoint) return;
    this.selectedJoint = joint;
    this.applyScalars();
    this.viewChanged();
  }

  get tool(): Tool {
    return this.currentTool;
  }

  setTool(tool: Tool): void {
    this.currentTool = tool;
    if (tool === 'paint') this.currentTab = 'paint';
    else if (tool === 'lattice') this.currentTab = 'lattice';
    else if (this.currentTab === 'paint' || this.currentTab === 'lattice') this.currentTab = 'joint';
    this.applyScalars();
    this.viewChanged();
  }

  get tab(): Tab {
    return this.currentTab;
  }

  setTab(tab: Tab): void {
    this.currentTab = tab;
    if (tab === 'paint' || tab === 'lattice') this.currentTool = tab;
    else if (this.currentTool === 'paint' || this.currentTool === 'lattice') this.currentTool = 'rotate';
    this.applyScalars();
    this.viewChanged();
  }

  get painted(): 'weights' | 'map' {
    return this.paintTarget;
  }

  setPainted(target: 'weights' | 'map'): void {
    this.paintTarget = target;
    this.applyScalars();
    this.viewChanged();
  }

  prefer(change: Partial<Preferences>): void {
    Object.assign(this.preferences, change);
    savePreferences(this.preferences);
    if (change.methods) this.applyPanes();
    if (change.heat !== undefined) this.applyScalars();
    this.viewChanged();
  }

  /** Two views lie in one pane, parted by a handle. */
  get wipes(): boolean {
    return this.preferences.wipe && this.preferences.methods.length === 2;
  }

  setMethods(methods: readonly Method[]): void {
    this.prefer({ methods: [...methods] });
  }

  setPlaying(playing: boolean): void {
    this.playing = playing && this.core.clip() >= 0;
    this.edited = true;
    this.touch();
    this.viewChanged();
  }

  /** The legend's ramp; null: materials are shown. */
  get ramp(): Ramp | null {
    const field = this.field();
    if (field.kind === 'heat') return heatRamp;
    if (field.kind === 'painted') return paintedRamp;
    return field.kind === 'none' ? null : weightRamp;
  }

  field(): ScalarField {
    if (this.currentTool === 'paint' && this.selectedJoint >= 0) {
      return { kind: this.paintTarget === 'weights' ? 'weight' : 'map', joint: this.selectedJoint };
    }
    return this.preferences.heat ? { kind: 'heat' } : { kind: 'none' };
  }

  private applyScalars(): void {
    this.run(() => this.core.setScalars(this.field()));
    this.stage.materials.showRamp(this.ramp);
  }

  /** As preferred, but for a while without the flesh that was simulated. */
  get shownMethods(): readonly Method[] {
    const { methods } = this.preferences;
    return this.fleshHidden ? methods.map((method) => (method === 'isoskin' ? 'normal' : method)) : methods;
  }

  get hidesFlesh(): boolean {
    return this.fleshHidden;
  }

  hideFlesh(hidden: boolean): void {
    if (hidden === this.fleshHidden) return;
    if (hidden && !this.room.choose(['normal']).includes('normal')) {
      this.messages.say('There is no memory left to show it without its flesh');
      return;
    }
    this.fleshHidden = hidden;
    this.applyPanes();
    this.viewChanged();
  }

  /** A single pane is measured against plain skinning too; only the first is drawn then. */
  get measuredMethods(): readonly Method[] {
    const methods = this.shownMethods;
    return methods.length > 1 ? methods : [...methods, methods[0] === 'linear' ? 'isoskin' : 'linear'];
  }

  /** As many views as the memory of the core has room for; what does not fit is said beforehand. */
  private applyPanes(): void {
    const { methods: wanted } = this.preferences;
    const fitting = this.room.choose(wanted);
    if (fitting.length < wanted.length && fitting.length > 0) {
      const gigabytes = (this.room.needed(wanted) + this.core.memory()) / 2 ** 30;
      this.messages.complain(
        `${this.findings.vertices.toLocaleString('en')} vertices in ${wanted.length} views would take ${gigabytes.toFixed(1)} GB of memory, more than the page has: ${fitting.length === 1 ? 'one view is' : `${fitting.length} views are`} shown.`,
      );
      this.preferences.methods = fitting;
    }
    const methods = this.measuredMethods;
    this.room.show(methods);
    this.run(() => this.core.setPanes(methods));
    this.stage.setPanes(this.core, methods.length);
  }

  private viewChanged(): void {
    this.pictureStale = true;
    this.emit('view');
  }

  // ------------------------------------------------------------ frames

  /** Moves time on and makes the pose where something changed; true: draw. */
  advance(seconds: number): boolean {
    if (this.poseStale && this.rebuilding.holds()) {
      this.tellOfEdits();
      return this.takeRedraw();
    }
    if (this.playing) {
      const mode = this.preferences.loop ? 'loop' : 'once';
      const before = this.core.time();
      const after = this.core.advance(seconds * this.speed, mode);
      this.touch();
      if (mode === 'once' && after === before) this.setPlaying(false);
    }
    this.swing(this.playing ? seconds * this.speed : seconds);
    if (this.poseStale) this.makeFrame();
    return this.takeRedraw();
  }

  private takeRedraw(): boolean {
    const draw = this.pictureStale;
    this.pictureStale = false;
    return draw;
  }

  private tellOfEdits(): void {
    if (!this.edited) return;
    this.edited = false;
    this.emit('document');
  }

  /** A moment of the clip, `seconds` after the one that was shown before. */
  showMoment(time: number, seconds: number): void {
    this.run(() => this.core.setTime(time));
    this.swing(seconds);
    this.makeFrame();
  }

  /** Flesh moves on, whether the clip plays or not. */
  private swing(seconds: number): void {
    try {
      if (this.core.lattice.advance(seconds)) this.touch();
    } catch {
      this.touch(); // a core that is gone says so when the frame is made
    }
  }

  /** Where memory ends, fewer views fit; the document is as it was. */
  private refuseFrame(error: unknown): void {
    const { methods } = this.preferences;
    const fewer = isOutOfMemory(error) && methods.length > 1;
    this.messages.complain(fewer ? `${reasonOf(error)}: fewer views are shown` : reasonOf(error));
    if (fewer) this.setMethods(methods.slice(Math.ceil(methods.length / 2))); // isoskin stands last
  }

  private makeFrame(): void {
    this.poseStale = false;
    try {
      const builds = this.core.buildsWanted();
      this.report = this.core.frame();
      if (builds > 0) this.rebuilding.lastTime = this.report.milliseconds / builds;
    } catch (error) {
      this.playing = false;
      this.refuseFrame(error);
      return;
    }
    this.stage.update(this.core);
    this.pictureStale = true;
    this.emit('frame');
    this.tellOfEdits();
  }
}
