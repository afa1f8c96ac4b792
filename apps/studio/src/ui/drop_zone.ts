import type { Files, HandedFile } from '../app/files';
import { h } from './dom';
import { icon } from './icons';

/** Files with the handles they may be written by; these have to be asked for while the drop is going on. */
async function dropped(transfer: DataTransfer | null): Promise<HandedFile[]> {
  const items = [...(transfer?.items ?? [])].map((item) => ({
    file: item.getAsFile(),
    handle: item.getAsFileSystemHandle?.().catch(() => null) ?? null,
  }));
  const handed = items.map(async ({ file, handle }): Promise<HandedFile | null> => {
    const known = await handle;
    return file && { file, handle: known instanceof FileSystemFileHandle ? known : null };
  });
  return (await Promise.all(handed)).filter((file) => file !== null);
}

/** The whole window takes files. */
export class DropZone {
  readonly element = h(
    'div',
    { class: 'drop-zone', hidden: true },
    h(
      'div',
      {},
      icon('open', 40),
      h('b', {}, 'Drop it here'),
      h('span', {}, 'GLB, glTF, VRM, FBX, Collada, OBJ, BVH, settings'),
    ),
  );
  private depth = 0;

  constructor(files: Files) {
    addEventListener('dragenter', (event) => {
      event.preventDefault();
      this.depth++;
      this.element.hidden = false;
    });
    addEventListener('dragover', (event) => event.preventDefault());
    addEventListener('dragleave', () => {
      if (--this.depth <= 0) this.hide();
    });
    addEventListener('drop', (event) => {
      event.preventDefault();
      this.hide();
      void dropped(event.dataTransfer).then((list) => files.open(list));
    });
  }

  private hide(): void {
    this.depth = 0;
    this.element.hidden = true;
  }
}
