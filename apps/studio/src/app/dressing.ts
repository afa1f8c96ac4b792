import { exportBeside } from '../core/beside';
import { reasonOf, type NamedBytes, type Vec3 } from '../core/core';
import { factsOfFile, type FileFacts } from '../core/file_facts';
import { needsProgram, readByProgram } from '../core/local_reader';
import { makeBeside, type Bound, type Made } from '../core/makers';
import type { Opening } from '../ui/opening';
import { Question } from '../ui/question';
import type { Stages } from './stages';
import type { Studio } from './studio';

const handing = 0.3; // of the work: until the makers have the body
const around = 0.25; // of the body's size: how far beyond its box clothes may reach
const least = 0.03; // of the body's size: smaller things were made in other units

/** Clothes, hair, whatever is worn: meshes that take their weights from the character that is open. */
export class Dressing {
  private readonly question = new Question<'dress' | 'open' | 'cancel'>('dress-question', [
    ['dress', 'Dress'],
    ['open', 'Open it instead'],
    ['cancel', 'Cancel'],
  ]);

  constructor(
    private readonly studio: Studio,
    private readonly opening: Opening,
    private readonly stages: Stages,
  ) {}

  /** There is somebody to be dressed. */
  get possible(): boolean {
    return this.studio.findings.joints > 0;
  }

  /** Whether a file looks like something for the open character: no skeleton, or nothing but joints of it; and on it. */
  suits(files: readonly NamedBytes[]): boolean {
    const { studio } = this;
    const own = studio.work.isFile || studio.core.history().undo.length > 0;
    if (!this.possible || !own) return false;
    const facts = factsOfFile(files);
    if (!facts || facts.isCharacter || !this.liesOnBody(facts.box)) return false;
    const names = new Set(studio.joints.map(({ name }) => name));
    const isNewVersion = facts.joints.length > 0 && files[0]?.name.replace(/\.[^.]*$/, '') === studio.name;
    return facts.joints.every((name) => names.has(name)) && !isNewVersion;
  }

  private liesOnBody(box: FileFacts['box']): boolean {
    if (!box) return true; // perhaps
    const { min, max } = this.studio.findings.bounds;
    const length = (a: Vec3, b: Vec3): number => Math.hypot(...a.map((x, axis) => (b[axis] ?? 0) - x));
    const size = length(min, max);
    const inside = [0, 1, 2].every(
      (axis) =>
        (box.min[axis] ?? NaN) >= (min[axis] ?? 0) - around * size &&
        (box.max[axis] ?? NaN) <= (max[axis] ?? 0) + around * size,
    );
    return inside && length(box.min, box.max) >= least * size;
  }

  ask(name: string): Promise<'dress' | 'open' | 'cancel'> {
    return this.question.ask(
      `Put ${name} on ${this.studio.name}?`,
      `Dress adds its meshes to ${this.studio.name}: they take their weights from the body where they lie on it, and move with it.`,
    );
  }

  /** The garment is the first of the files. */
  async dress(files: readonly NamedBytes[]): Promise<void> {
    const { studio, opening } = this;
    const name = files[0]?.name ?? '';
    const signal = opening.begin(`Putting ${name} on ${studio.name} …`);
    let made: Made<Bound> | null = null;
    try {
      made = await this.make(files, signal);
    } catch (error) {
      studio.messages.complain(`${studio.name} could not be dressed with ${name}: ${reasonOf(error)}.`);
    } finally {
      opening.end(signal);
    }
    if (!made) return;
    const file = { name: `${studio.name}.glb`, bytes: made.file };
    if (await this.stages.advance({ step: `Dress with ${name}`, file }, `Opening ${studio.name} …`))
      this.tell(name, made.report);
  }

  private async make(files: readonly NamedBytes[], signal: AbortSignal): Promise<Made<Bound> | null> {
    const { studio, opening } = this;
    const [first] = files;
    const garment = first && needsProgram(first) ? [(await readByProgram(files, signal)).glb] : files;
    const lead = (part: number): void => opening.show(handing * part);
    const exported = await exportBeside(studio.core, 'character-glb', {}, lead, signal);
    if (!exported) return null;
    const body = { name: `${studio.name} (body).glb`, bytes: exported.bytes };
    const progress = (part: number): void => opening.show(handing + (1 - handing) * part);
    return makeBeside<'dress'>({ kind: 'dress', body, garment }, progress, signal);
  }

  /** What lies nowhere near the body hangs on the nearest place, which may be wrong. */
  private tell(name: string, { parts }: Bound): void {
    const { messages } = this.studio;
    const count = (vertices: number): string => `${vertices.toLocaleString('en')} vertices`;
    const adrift = parts.filter(({ method, fallback }) => fallback && method === 'transfer');
    if (adrift.length === 0) messages.say(`${name} is worn`);
    else
      messages.complain(
        `${name} is worn, but parts of it do not lie on the body; they hang on the nearest place.`,
        adrift.map(({ vertices }) => count(vertices)),
      );
  }
}
