import * as THREE from 'three';
import { exportBeside } from '../core/beside';
import { reasonOf, type JointInfo, type NamedBytes } from '../core/core';
import { makeBeside, type Bound, type FoundJoint, type FoundRig, type RigTemplate } from '../core/makers';
import type { Opening } from '../ui/opening';
import { Mirror } from './mirror';
import type { Stages } from './stages';
import type { Studio } from './studio';

const handing = 0.1; // of a search or a binding: until the makers have the mesh

/** A mesh without a skeleton: joints are found, put right by hand, and bound. */
export class Rigging {
  /** What was found, as far as a person has put it right; null: nothing yet, or no need. */
  rig: FoundRig | null = null;
  /** Both sides are moved alike. */
  mirrored = true;
  selected = -1;
  hovered = -1;
  /** How the character that is open came to its weights, until something else is open. */
  bound: Bound | null = null;
  private text = '';
  private mirror: Mirror | null = null;

  constructor(
    private readonly studio: Studio,
    private readonly opening: Opening,
    private readonly stages: Stages,
  ) {
    studio.on(['loaded'], () => (this.bound = null));
    studio.on(['loaded', 'document'], () => this.read());
  }

  /** The mesh that is open has no skeleton. */
  get bare(): boolean {
    const { findings } = this.studio;
    return findings.joints === 0 && findings.triangles > 0;
  }

  /** The joint of the other side; -1: it has none, or is its own. */
  partner(joint: number): number {
    return this.mirror?.partners[joint] ?? -1;
  }

  placeOf(joint: number): THREE.Vector3 {
    const found = this.rig?.joints[joint];
    return new THREE.Vector3(...(found?.moved ?? found?.place ?? [0, 0, 0]));
  }

  async find(template: RigTemplate): Promise<void> {
    const { studio, opening } = this;
    const signal = opening.begin(`Finding a skeleton for ${studio.name} …`);
    try {
      const body = await this.body(signal);
      const found = body && (await this.search(body, template, signal));
      if (!found) return;
      this.mirrored = found.symmetric;
      this.selected = -1;
      studio.step('Rig it', () => studio.core.stages.setRigSketch(JSON.stringify(found), 'Rig it'));
      this.read();
    } catch (error) {
      studio.messages.complain(`${studio.name} could not be rigged: ${reasonOf(error)}.`);
    } finally {
      opening.end(signal);
    }
  }

  private search(body: NamedBytes, template: RigTemplate, signal: AbortSignal): Promise<FoundRig | null> {
    const progress = (part: number): void => this.opening.show(handing + (1 - handing) * part);
    return makeBeside<'rig'>({ kind: 'rig', files: [body], wish: { template } }, progress, signal);
  }

  /** Weights for the joints as they lie; the mesh is a character then. */
  async bind(): Promise<void> {
    const { studio, opening, rig } = this;
    if (!rig) return;
    const signal = opening.begin(`Binding ${studio.name} to ${rig.joints.length} joints …`);
    let made;
    try {
      const body = await this.body(signal);
      const progress = (part: number): void => opening.show(handing + (1 - handing) * part);
      made =
        body &&
        (await makeBeside<'bind'>({ kind: 'bind', files: [body], joints: rig.joints }, progress, signal));
    } catch (error) {
      studio.messages.complain(`${studio.name} could not be bound: ${reasonOf(error)}.`);
    } finally {
      opening.end(signal);
    }
    if (!made) return;
    const file = { name: `${studio.name}.glb`, bytes: made.file };
    if (!(await this.stages.advance({ step: 'Bind', file }, `Opening ${studio.name} …`))) return;
    this.bound = made.report;
    studio.emit('sketch');
    studio.setTab('joint');
  }

  /** The mesh alone again. */
  leave(): void {
    this.studio.step('Leave the rig', () => this.studio.core.stages.setRigSketch('', 'Leave the rig'));
    this.read();
  }

  begin(joint: number): void {
    this.select(joint);
    this.studio.begin(`Move ${this.rig?.joints[joint]?.name ?? 'joint'}`);
  }

  /** A joint is put elsewhere, and with it that of the other side; those of the middle stay in it. */
  move(joint: number, to: THREE.Vector3): void {
    if (!this.rig) return;
    const partner = this.partner(joint);
    const { mirror } = this;
    const both = this.mirrored && mirror !== null;
    const own = both && partner < 0 ? to.clone().add(mirror.place(to)).multiplyScalar(0.5) : to;
    const joints = this.rig.joints.map((found, index): FoundJoint => {
      if (index === joint) return { ...found, moved: own.toArray() };
      if (both && index === partner) return { ...found, moved: mirror.place(own).toArray() };
      return found;
    });
    this.studio.run(() =>
      this.studio.core.stages.setRigSketch(JSON.stringify({ ...this.rig, joints }), 'Move a joint'),
    );
    this.read();
  }

  end(): void {
    this.studio.end();
  }

  select(joint: number): void {
    this.selected = joint;
    this.studio.emit('sketch');
  }

  hover(joint: number): void {
    if (joint === this.hovered) return;
    this.hovered = joint;
    this.studio.emit('sketch');
  }

  setMirrored(mirrored: boolean): void {
    this.mirrored = mirrored;
    this.studio.emit('sketch');
  }

  private async body(signal: AbortSignal): Promise<NamedBytes | null> {
    const { core } = this.studio;
    const progress = (part: number): void => this.opening.show(handing * part);
    return exportBeside(core, 'character-glb', {}, progress, signal);
  }

  /** Undo may have changed it. */
  private read(): void {
    const text = this.bare ? this.studio.core.stages.rigSketch() : '';
    if (text === this.text) return;
    const before = this.rig;
    this.text = text;
    this.rig = text ? (JSON.parse(text) as FoundRig) : null;
    if (this.rig?.joints.length !== before?.joints.length) this.selected = this.hovered = -1;
    this.mirror = this.rig && mirrorOf(this.rig);
    this.studio.emit('sketch');
  }
}

/** By the places that were found: a person may have moved one side alone. */
function mirrorOf(rig: FoundRig): Mirror {
  const infos = rig.joints.map(({ name, parent }): JointInfo => ({
    name,
    parent,
    skinned: true,
    vertices: 0,
    depth: 0,
  }));
  return new Mirror(infos, Float32Array.from(rig.joints.flatMap(({ place }) => [...place])));
}
