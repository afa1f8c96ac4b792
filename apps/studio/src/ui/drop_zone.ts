import type { Files } from '../app/files';
import { h } from './dom';
import { icon } from './icons';

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
      h('span', {}, 'GLB, glTF, VRM, OBJ, BVH, settings'),
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
      void files.open([...(event.dataTransfer?.files ?? [])]);
    });
  }

  private hide(): void {
    this.depth = 0;
    this.element.hidden = true;
  }
}
