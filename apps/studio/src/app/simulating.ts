import { exportBeside } from '../core/beside';
import { reasonOf, type NamedBytes } from '../core/core';
import { makeBeside, type FinishedFlesh, type FleshWish, type PlannedFlesh } from '../core/makers';
import type { Studio } from './studio';

export type Quality = NonNullable<FleshWish['quality']>;

/** What is known of the flesh of a joint since the character was opened. */
export interface FleshState {
  readonly kind: 'waits' | 'runs' | 'done' | 'left';
  readonly why: string; // it is left, or its range is shorter than asked for
  readonly report: FinishedFlesh | null; // where it was simulated
}

// Seconds for a bend at draft quality, until a joint was simulated here: as of the creature in WebAssembly. Normal
// quality takes five times as long, fine four times that.
const usualPace = 0.4;
const effort: Readonly<Record<Quality, number>> = { draft: 1, normal: 5, fine: 20 };
const tenDegrees = Math.PI / 18;
const sureAfter = 2; // seconds of a run, before which the pace says more than its progress

/** Flesh is simulated beside the page, which goes on meanwhile and gets each joint as soon as it is done. */
export class Simulating {
  quality: Quality = 'draft';
  /** All joints that move flesh, once somebody asked. */
  plan: readonly PlannedFlesh[] = [];
  phase: 'rests' | 'plans' | 'runs' = 'rests';
  readonly states = new Map<string, FleshState>();
  private job: AbortController | null = null;
  private taken: readonly PlannedFlesh[] = []; // what is being simulated, in the order of it
  private unfit = 0; // joints that were asked for and cannot be
  private waiting: FinishedFlesh[] = []; // for the end of a drag
  private stepped: readonly FinishedFlesh[] = []; // of this run, in the step of undo it has made
  private steps = 0; // of undo there were after it
  private part = 0;
  private startedAt = 0;
  private pace = usualPace;

  constructor(private readonly studio: Studio) {
    studio.on(['loaded'], () => this.forget());
    studio.on(['document'], () => this.takeIn());
  }

  get running(): boolean {
    return this.phase !== 'rests';
  }

  /** Of the whole run, 0…1. */
  get progress(): number {
    return this.part;
  }

  /** The joint under way, and how much of it is done; null: none yet, or no more. */
  get current(): { readonly joint: string; readonly part: number } | null {
    const done = this.part * this.taken.length;
    const joint = this.taken[Math.floor(done)]?.joint;
    return this.phase === 'runs' && joint !== undefined ? { joint, part: done % 1 } : null;
  }

  /** As "2 of 16": which joint is under way; empty: it is the only one. */
  get place(): string {
    const count = this.taken.length;
    return count > 1 ? `${Math.min(Math.floor(this.part * count) + 1, count)} of ${count}` : '';
  }

  /** Joints of the plan that have no flesh and were not found to be better without, by name. */
  get missing(): readonly string[] {
    const { core, joints } = this.studio;
    const carried = new Set(core.flesh.carried().map(({ joint }) => joints[joint]?.name));
    return fitOf(this.plan)
      .map(({ joint }) => joint)
      .filter((joint) => !carried.has(joint) && this.states.get(joint)?.kind !== 'left');
  }

  /** Seconds that the joints of the plan would take. */
  get estimate(): number {
    return this.secondsFor(fitOf(this.plan));
  }

  /** Seconds until the run ends. */
  get left(): number {
    const gone = (performance.now() - this.startedAt) / 1000;
    if (gone < sureAfter || this.part < 0.02) return this.secondsFor(this.taken) * (1 - this.part);
    return (gone * (1 - this.part)) / this.part;
  }

  setQuality(quality: Quality): void {
    this.quality = quality;
    this.tell();
  }

  /** Which joints move flesh, and which of them can be simulated. */
  async look(): Promise<void> {
    await this.work('plans', async (file, signal) => {
      const making = { kind: 'plan-flesh', files: [file], wish: { quality: this.quality } } as const;
      const plan = await makeBeside<'plan-flesh'>(making, () => undefined, signal);
      if (plan) this.plan = plan;
    });
  }

  /** Simulates these joints, by name; none: all of the plan. */
  async simulate(joints: readonly string[]): Promise<void> {
    await this.work('plans', async (file, signal) => {
      const wish: FleshWish = { joints, quality: this.quality };
      const files = [file];
      const plan = await makeBeside<'plan-flesh'>(
        { kind: 'plan-flesh', files, wish },
        () => undefined,
        signal,
      );
      if (!plan) return;
      if (joints.length === 0) this.plan = plan;
      this.begin(plan);
      const making = { kind: 'flesh', files, wish } as const;
      const finished = (joint: FinishedFlesh): void => this.finish(joint);
      await makeBeside<'flesh'>(making, (part) => this.advance(part), signal, finished);
    });
  }

  cancel(): void {
    this.job?.abort();
  }

  private async work(
    phase: 'plans' | 'runs',
    work: (file: NamedBytes, signal: AbortSignal) => Promise<void>,
  ): Promise<void> {
    if (this.running) return;
    const job = new AbortController();
    this.job = job;
    this.phase = phase;
    this.part = 0;
    this.tell();
    try {
      const { core } = this.studio;
      const made = await exportBeside(core, 'character-glb', {}, () => undefined, job.signal);
      if (made) await work({ name: 'character.glb', bytes: made.bytes }, job.signal);
      if (job.signal.aborted && this.job === job)
        this.studio.messages.say('Stopped; joints that were done keep their flesh');
      else if (this.phase === 'runs' && this.job === job) this.sumUp();
    } catch (error) {
      this.studio.messages.complain(`Flesh could not be simulated: ${reasonOf(error)}`);
    } finally {
      if (this.job === job) this.rest();
    }
  }

  private begin(plan: readonly PlannedFlesh[]): void {
    this.phase = 'runs';
    this.stepped = [];
    this.taken = fitOf(plan);
    this.unfit = plan.length - this.taken.length;
    this.startedAt = performance.now();
    for (const { joint, trouble } of plan)
      this.states.set(joint, { kind: trouble ? 'left' : 'waits', why: trouble, report: null });
    this.tell();
  }

  private secondsFor(joints: readonly PlannedFlesh[]): number {
    return bendsOf(joints) * this.pace * effort[this.quality];
  }

  private advance(part: number): void {
    this.part = part;
    this.tell();
  }

  private finish(joint: FinishedFlesh): void {
    const kind = joint.flesh === '' ? 'left' : 'done';
    this.states.set(joint.joint, { kind, why: joint.trouble, report: joint });
    if (kind === 'done') this.waiting.push(joint);
    this.takeIn();
    this.tell();
  }

  /** A drag is one step of undo: flesh that comes meanwhile waits for its end. */
  private takeIn(): void {
    const { studio } = this;
    if (studio.busy || this.waiting.length === 0) return;
    const news = this.waiting.splice(0);
    const grown = this.isLastStep();
    if (grown) studio.run(() => studio.core.undo());
    const step = [...(grown ? this.stepped : []), ...news];
    const [first] = step;
    const name = step.length === 1 && first ? `flesh of ${first.joint}` : `flesh of ${step.length} joints`;
    studio.step(name, () => {
      for (const { flesh } of step) studio.core.flesh.add(flesh);
    });
    this.stepped = step;
    this.steps = studio.core.history().undo.length;
  }

  /** A run is one step, however many joints it has, unless somebody did something else meanwhile. */
  private isLastStep(): boolean {
    if (this.stepped.length === 0) return false;
    const { undo, redo } = this.studio.core.history();
    return undo.length === this.steps && redo.length === 0 && undo[0]?.startsWith('flesh of ') === true;
  }

  private sumUp(): void {
    const seconds = (performance.now() - this.startedAt) / 1000;
    const bends = bendsOf(this.taken);
    if (bends > 0) this.pace = seconds / bends / effort[this.quality];
    const done = this.taken.filter(({ joint }) => this.states.get(joint)?.kind === 'done').length;
    const rest = this.taken.length + this.unfit - done;
    const words = `The flesh of ${done} ${done === 1 ? 'joint' : 'joints'} was simulated in ${Math.round(seconds)} s`;
    this.studio.messages.say(rest > 0 ? `${words}; ${rest} stay as they were` : words);
  }

  private rest(): void {
    this.job = null;
    this.phase = 'rests';
    this.taken = [];
    this.part = 0;
    for (const [joint, { kind }] of this.states) if (kind === 'waits') this.states.delete(joint);
    this.tell();
  }

  /** Another character is open. */
  private forget(): void {
    this.job?.abort();
    this.waiting = [];
    this.stepped = [];
    this.plan = [];
    this.states.clear();
    this.rest();
  }

  private tell(): void {
    this.studio.emit('flesh');
  }
}

/** Those that would be simulated. */
export function fitOf(plan: readonly PlannedFlesh[]): readonly PlannedFlesh[] {
  return plan.filter(({ trouble }) => trouble === '');
}

/** In how many bends joints are simulated at draft quality: ten degrees apart, on two ways or, about two axes, eight. */
function bendsOf(joints: readonly PlannedFlesh[]): number {
  return joints.reduce((sum, { range }) => {
    const sides = range.filter((angle) => angle > 0).length;
    const tens = range.reduce((all, angle) => all + angle, 0) / tenDegrees;
    const ways = sides > 2 ? 8 : sides;
    return sum + ways * (tens / Math.max(sides, 1) + 1);
  }, 0);
}
