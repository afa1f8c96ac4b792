import { exportBeside } from '../core/beside';
import { reasonOf, type ExportedFile, type ExportKind, type ExportOptions } from '../core/core';
import { StillPictures, type PictureSize } from '../view/still';
import { makeFilm, pngOf, type FilmOptions, type ShowMoment } from './film';
import { download } from './saving';
import type { Studio } from './studio';

type Progress = (part: number) => void;

/** What is taken home: files made beside the page, pictures and films of it. */
export class Taking {
  constructor(
    private readonly studio: Studio,
    private readonly show: ShowMoment,
    private readonly giveBack: () => void, // the canvas, to the page
  ) {}

  async export(kind: ExportKind, progress: Progress, signal: AbortSignal): Promise<void> {
    const file = await this.make(kind, {}, progress, signal);
    if (file) this.hand(file);
    else if (signal.aborted) this.studio.messages.say('Cancelled; nothing was written');
  }

  /** Made beside the page, which stays alive and can end it. Null: cancelled, or refused, which is said. */
  async make(
    kind: ExportKind,
    options: ExportOptions,
    progress: Progress,
    signal: AbortSignal,
  ): Promise<ExportedFile | null> {
    try {
      return await exportBeside(this.studio.core, kind, options, progress, signal);
    } catch (error) {
      this.studio.messages.complain(`The file could not be made: ${reasonOf(error)}`);
      return null;
    }
  }

  hand(file: ExportedFile): void {
    download(file.name, new Blob([new Uint8Array(file.bytes)], { type: file.mime }));
    this.studio.messages.say(`${file.name} is in your downloads`);
  }

  async picture(size: PictureSize, labels: boolean): Promise<void> {
    const pictures = new StillPictures(this.studio, size, labels, this.giveBack);
    const drawn = pictures.draw();
    pictures.end();
    download(`${this.studio.name}.png`, await pngOf(drawn));
    this.studio.messages.say('The picture is in your downloads');
  }

  async film(options: FilmOptions, progress: Progress, signal: AbortSignal): Promise<void> {
    try {
      const film = await makeFilm(this.studio, options, this.show, this.giveBack, progress, signal);
      if (film) download(`${this.studio.name}${film.ending}`, film.blob);
      this.studio.messages.say(film ? 'The film is in your downloads' : 'Cancelled; nothing was written');
    } catch (error) {
      this.studio.messages.complain(`The film could not be made: ${reasonOf(error)}`);
    }
  }
}
