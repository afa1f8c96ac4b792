import { exportBeside, openBeside, type Source } from '../core/beside';
import { reasonOf, type ExportKind, type NamedBytes } from '../core/core';
import { sortDropped } from '../core/dropped_files';
import { h } from '../ui/dom';
import type { Opening } from '../ui/opening';
import { recordClip } from './recording';
import type { Studio } from './studio';

/** Files in and out: dropped, chosen, taken home. */
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
    private readonly draw: () => void,
  ) {
    document.body.append(this.input);
    this.input.addEventListener('change', () => {
      void this.open([...(this.input.files ?? [])]);
      this.input.value = '';
    });
  }

  choose(): void {
    this.input.click();
  }

  openScene(name: string): void {
    void this.openSource({ scene: name }, name);
  }

  async open(files: readonly File[]): Promise<void> {
    if (files.length === 0) return;
    const named = await Promise.all(
      files.map(async (file): Promise<NamedBytes> => ({
        name: file.name,
        bytes: new Uint8Array(await file.arrayBuffer()),
      })),
    );
    await this.openBytes(named);
  }

  /** The character first, then what is for it; nothing is left out without a word. */
  async openBytes(files: readonly NamedBytes[]): Promise<void> {
    const { character, motions, settings, left } = sortDropped(files);
    const names = (list: readonly NamedBytes[]): string => list.map((file) => file.name).join(', ');
    if (character.length > 0 && !(await this.openSource({ files: character }, names(character)))) return;
    for (const file of settings) this.readSettings(file);
    for (const file of motions) this.addMotion(file);
    if (left.length > 0)
      this.studio.messages.complain(`One character is open at a time; left out: ${names(left)}.`);
  }

  /** Made beside the page, which stays alive and can end it. */
  async export(kind: ExportKind, progress: (part: number) => void, signal: AbortSignal): Promise<void> {
    try {
      const file = await exportBeside(this.studio.core, kind, progress, signal);
      if (!file) {
        this.studio.messages.say('Cancelled; nothing was written');
        return;
      }
      save(file.name, new Blob([new Uint8Array(file.bytes)], { type: file.mime }));
      this.studio.messages.say(`${file.name} is in your downloads`);
    } catch (error) {
      this.studio.messages.complain(`The file could not be made: ${reasonOf(error)}`);
    }
  }

  async picture(): Promise<void> {
    this.draw();
    const blob = await new Promise<Blob | null>((resolve) =>
      this.studio.stage.canvas.toBlob(resolve, 'image/png'),
    );
    if (blob) save(`${this.studio.name}.png`, blob);
    this.studio.messages.say('The picture is in your downloads');
  }

  async film(progress: (part: number) => void, signal: AbortSignal): Promise<void> {
    const blob = await recordClip(this.studio, progress, () => signal.aborted).catch((error: unknown) => {
      this.studio.messages.complain(
        `The film could not be recorded: ${reasonOf(error)}. Chromium and Firefox record WebM; or take home a baked GLB and film that.`,
      );
      return null;
    });
    if (!blob) return;
    save(`${this.studio.name}.webm`, blob);
    this.studio.messages.say('The film is in your downloads');
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
      if (findings) studio.loaded(findings);
    };
    const ways = [
      { label: 'Show it as it is', run: () => studio.setMethods(['linear']) },
      { label: 'Take the correction out and start again', run: strip },
    ];
    studio.messages.complain(`${sentence} Its read-out is not that of isoskin.`, [], ways);
  }

  /** Opens another document beside the page; false: refused or cancelled, and the old one is as it was. */
  private async openSource(source: Source, name: string): Promise<boolean> {
    const { studio, opening } = this;
    const signal = opening.begin(`Opening ${name} …`);
    try {
      const findings = await openBeside(
        studio.core,
        source,
        studio.measuredMethods,
        (part) => opening.show(part),
        signal,
      );
      if (!findings) {
        studio.messages.say(`${name} was not opened`);
        return false;
      }
      studio.loaded(findings);
      studio.messages.say(`${findings.name} is open`);
      if (findings.refusals.length > 0) {
        const reasons = findings.refusals.map(({ part, reason }) => `${part}: ${reason}`);
        studio.messages.complain('Some parts stay as skinned; the rest keeps its volume.', reasons);
      }
      if (findings.baked) this.offerToStrip(findings.baked);
      studio.setTab('file');
      return true;
    } catch (error) {
      studio.messages.complain(`${name} could not be opened. ${reasonOf(error)}`);
      return false;
    } finally {
      opening.end(signal);
    }
  }
}

function save(name: string, blob: Blob): void {
  const address = URL.createObjectURL(blob);
  const link = h('a', { href: address, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
