import { openBeside, type Opened, type Source } from '../core/beside';
import { reasonOf, type Findings, type NamedBytes } from '../core/core';
import { sortDropped } from '../core/dropped_files';
import { needsProgram, readByProgram, withNotes } from '../core/local_reader';
import { h } from '../ui/dom';
import type { Opening } from '../ui/opening';
import type { SaveQuestion } from '../ui/save_question';
import type { Autosave } from './autosave';
import type { Dressing } from './dressing';
import type { Saving } from './saving';
import { newWork, type OpenWork } from './open_work';
import type { Studio } from './studio';
import type { Unsaved } from './unsaved';
import { fetchWork, restoreSteps } from './works';

/** A file with the handle that it may be written by, where the browser gave one. */
export interface HandedFile {
  readonly file: File;
  readonly handle: FileSystemFileHandle | null;
}

/** What is asked and done before a document makes room for another. */
export interface Leaving {
  readonly unsaved: Unsaved;
  readonly question: SaveQuestion;
  readonly saving: Saving;
  readonly autosave: Autosave;
}

/** Files that are opened: dropped, chosen, kept. */
export class Files {
  private readonly input = h('input', {
    type: 'file',
    multiple: true,
    hidden: true,
    'aria-label': 'Files to open',
  });

  constructor(
    private readonly studio: Studio,
    private readonly opening: Opening,
    private readonly leaving: Leaving,
    readonly dressing: Dressing,
  ) {
    document.body.append(this.input);
    this.input.addEventListener('change', () => {
      void this.open([...(this.input.files ?? [])].map((file) => ({ file, handle: null })));
      this.input.value = '';
    });
  }

  /** A motion for the character that is open, from whatever file holds one. */
  chooseMotion(): void {
    const input = h('input', { type: 'file', accept: '.bvh,.json,.glb,.gltf,.vrm' });
    input.addEventListener('change', () => {
      const file = input.files?.[0];
      if (file)
        void file
          .arrayBuffer()
          .then((bytes) => this.addMotion({ name: file.name, bytes: new Uint8Array(bytes) }));
    });
    input.click();
  }

  /** Something to wear for the character that is open. */
  chooseGarment(): void {
    const input = h('input', { type: 'file', multiple: true });
    input.addEventListener('change', () => {
      const files = [...(input.files ?? [])].map(async (file) => ({
        name: file.name,
        bytes: new Uint8Array(await file.arrayBuffer()),
      }));
      void Promise.all(files).then((named) => {
        const { character } = sortDropped(named);
        if (character.length > 0) void this.dressing.dress(character);
      });
    });
    input.click();
  }

  choose(): void {
    if (window.showOpenFilePicker) void this.pick();
    else this.input.click();
  }

  /** Files by the picker that lets us write to them; the visitor may cancel it. */
  private async pick(): Promise<void> {
    const handles = await window.showOpenFilePicker?.({ multiple: true }).catch(() => []);
    const files = (handles ?? []).map(async (handle) => ({ file: await handle.getFile(), handle }));
    await this.open(await Promise.all(files));
  }

  openScene(name: string): void {
    void this.openSource({ scene: name }, name, newWork(false));
  }

  /** A work that the browser kept, with what can be undone in it. */
  async openWork(id: string): Promise<void> {
    if (!(await this.mayLeave())) return;
    const work = await fetchWork(id);
    if (!work) {
      this.studio.messages.complain('This work is not kept here any more.');
      return;
    }
    const open: OpenWork = { id: work.id, isFile: true, handle: null };
    if (!(await this.openSource({ work: work.bytes }, work.name, open, 'asked'))) return;
    if (!this.studio.run(() => restoreSteps(this.studio.core, work)))
      this.studio.messages.say(`${work.name} is open, without the steps before`);
  }

  async open(files: readonly HandedFile[]): Promise<void> {
    if (files.length === 0) return;
    const named = await Promise.all(
      files.map(async ({ file }): Promise<NamedBytes> => ({
        name: file.name,
        bytes: new Uint8Array(await file.arrayBuffer()),
      })),
    );
    const handles = new Map(files.map(({ file, handle }) => [file.name, handle]));
    await this.openBytes(named, handles);
  }

  /** The character first, then what is for it; nothing is left out without a word. */
  async openBytes(
    files: readonly NamedBytes[],
    handles: ReadonlyMap<string, FileSystemFileHandle | null> = new Map(),
  ): Promise<void> {
    const { character, motions, settings, left } = sortDropped(files);
    const names = (list: readonly NamedBytes[]): string => list.map((file) => file.name).join(', ');
    // What is saved is a GLB: files of another kind are not written over.
    const name = character[0]?.name ?? '';
    const handle = name.toLowerCase().endsWith('.glb') ? (handles.get(name) ?? null) : null;
    const alone = motions.length === 0 && left.length === 0; // who brings a motion is no garment
    const answer = alone && character.length > 0 ? await this.askToWear(character) : 'open';
    if (answer === 'dress') await this.dressing.dress(character);
    if (answer === 'cancel') return;
    const work = newWork(true, handle);
    if (answer === 'open' && character.length > 0)
      if (!(await this.openSource({ files: character }, names(character), work))) return;
    for (const file of settings) this.readSettings(file);
    for (const file of motions) this.addMotion(file);
    const without = left.filter((file) => !this.takeMotionOf(file));
    if (without.length > 0)
      this.studio.messages.complain(
        `One character is open at a time, and there is no motion in the others that fits it; left out: ${names(without)}.`,
      );
  }

  /** A garment may be meant for the character that is open. */
  private async askToWear(files: readonly NamedBytes[]): Promise<'dress' | 'open' | 'cancel'> {
    const { dressing } = this;
    return dressing.suits(files) ? dressing.ask(files[0]?.name ?? '') : 'open';
  }

  /** The clip of a second character, which may be there for its animation alone; false: it has none. */
  private takeMotionOf(file: NamedBytes): boolean {
    try {
      this.studio.core.addMotion(file);
    } catch {
      return false;
    }
    this.studio.setPlaying(true);
    this.studio.emit('loaded');
    this.studio.messages.say(`${file.name} plays as a clip`);
    return true;
  }

  private addMotion(file: NamedBytes): void {
    const clip = this.studio.run(() => this.studio.core.addMotion(file));
    if (clip === undefined) return;
    this.studio.run(() => this.studio.core.setClip(clip));
    this.studio.setPlaying(true);
    this.studio.emit('loaded');
    this.studio.messages.say(`${file.name} plays as a clip`);
  }

  private readSettings(file: NamedBytes): void {
    const text = new TextDecoder().decode(file.bytes);
    this.studio.begin('read settings');
    const read = this.studio.run(() => {
      this.studio.core.setSettingsJson(text);
      return true;
    });
    this.studio.end();
    if (read) this.studio.messages.say(`Settings of ${file.name} are in force`);
  }

  /** A baked file is not corrected once more; the visitor chooses what to look at. */
  private offerToStrip(sentence: string): void {
    const { studio } = this;
    const strip = (): void => {
      const findings = studio.run(() => studio.core.stripCorrection());
      if (findings) this.show(findings, newWork(true));
    };
    const ways = [
      { label: 'Show it as it is', run: () => studio.setMethods(['linear']) },
      { label: 'Take the correction out and start again', run: strip },
    ];
    studio.messages.complain(`${sentence} Its read-out is not that of isoskin.`, [], ways);
  }

  /** Opens another document beside the page; false: refused or cancelled, and the old one is as it was. */
  private async openSource(
    source: Source,
    name: string,
    work: OpenWork,
    question: 'ask' | 'asked' = 'ask',
  ): Promise<boolean> {
    const { studio, opening } = this;
    if (question === 'ask' && !(await this.mayLeave())) {
      studio.messages.say(`${name} was not opened`);
      return false;
    }
    const signal = opening.begin(`Opening ${name} …`);
    try {
      const opened = await this.readAndOpen(source, signal);
      if (!opened) {
        studio.messages.say(`${name} was not opened`);
        return false;
      }
      const { findings } = opened;
      this.show(findings, work, opened.milliseconds);
      studio.messages.say(`${findings.name} is open`);
      if (findings.baked) this.offerToStrip(findings.baked);
      return true;
    } catch (error) {
      studio.messages.complain(`${name} could not be opened. ${reasonOf(error)}`);
      return false;
    } finally {
      opening.end(signal);
    }
  }

  /** What the page has no reader for is read by the program that serves it. Null: cancelled. */
  private async readAndOpen(source: Source, signal: AbortSignal): Promise<Opened | null> {
    const { studio, opening } = this;
    const first = 'files' in source ? source.files[0] : undefined;
    const read =
      'files' in source && first && needsProgram(first)
        ? await readByProgram(source.files, signal).catch((error: unknown) => {
            if (signal.aborted) return null;
            throw error;
          })
        : undefined;
    if (read === null) return null;
    const opened = await openBeside(
      studio.core,
      read ? { files: [read.glb] } : source,
      studio.measuredMethods,
      (part) => opening.show(part),
      signal,
    );
    return opened && { ...opened, findings: withNotes(opened.findings, read?.notes ?? []) };
  }

  private show(findings: Findings, work: OpenWork, buildTime = 0): void {
    this.studio.loaded(findings, work, buildTime);
    this.leaving.unsaved.settle();
    this.studio.setTab('joint');
  }

  /** Edits are thrown away only by those who say so; what the browser keeps of them is up to date. */
  private async mayLeave(): Promise<boolean> {
    const { unsaved, question, saving, autosave } = this.leaving;
    await autosave.save();
    if (!unsaved.any) return true;
    const answer = await question.ask(this.studio.name);
    if (answer === 'save') return saving.save();
    return answer === 'discard';
  }
}
