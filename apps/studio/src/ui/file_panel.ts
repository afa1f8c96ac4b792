import type { Files } from '../app/files';
import type { Studio } from '../app/studio';
import type { PartKey } from '../core/parts';
import { section, textButton } from './controls';
import { h } from './dom';
import { notesList } from './found_notes';
import { PartsList } from './parts_list';
import { RecentList } from './recent_list';
import { significant } from './words';

/** What is open, what was found in it, and what else there is. */
export class FilePanel {
  readonly element = h('div', { class: 'panel', id: 'panel-file' });
  private readonly recent: RecentList;
  private readonly parts: PartsList;

  constructor(
    private readonly studio: Studio,
    private readonly files: Files,
  ) {
    this.recent = new RecentList(studio, files);
    this.parts = new PartsList(studio);
    studio.on(['loaded'], () => this.fill());
  }

  /** Marked in the view, and in sight in the list. */
  private showPart(key: PartKey): void {
    if (!this.studio.parts.isSelected(key)) this.studio.parts.select(key);
    this.element.querySelector(`[data-part="${key.mesh}:${key.part}"]`)?.scrollIntoView({ block: 'nearest' });
  }

  private fill(): void {
    const found = this.studio.core.findings();
    const fact = (name: string, value: string): HTMLElement =>
      h('div', {}, h('dt', {}, name), h('dd', {}, value));
    const facts = h(
      'dl',
      { class: 'facts' },
      fact('Volume', found.parts.length > 0 || found.volume > 0 ? significant(found.volume) : 'open surface'),
      fact('Vertices', found.vertices.toLocaleString('en')),
      fact('Triangles', found.triangles.toLocaleString('en')),
      fact('Joints', String(found.joints)),
      fact('Closed', found.closed ? 'yes' : 'no'),
      fact('Clips', String(this.studio.core.clips().length)),
    );
    const scenes = this.studio.core
      .scenes()
      .map(({ name, description }) =>
        h(
          'button',
          { type: 'button', class: 'scene', 'data-scene': name, onclick: () => this.files.openScene(name) },
          h('b', {}, name),
          h('span', {}, description),
        ),
      );
    this.element.replaceChildren(
      h('h2', { class: 'joint-title' }, found.name),
      facts,
      section(
        'What was found',
        notesList(found.lines, {
          showPart: (key) => this.showPart(key),
          chooseMotion: () => this.files.chooseMotion(),
        }),
      ),
      section(
        'Parts',
        this.parts.element,
        h('p', { class: 'note' }, 'Alt and a click on the body marks the part there.'),
      ),
      section(
        'Open',
        h('p', { class: 'note' }, 'Drop a GLB, glTF, VRM, OBJ or BVH on the window, or'),
        h(
          'div',
          { class: 'buttons' },
          textButton('Choose files …', () => this.files.choose(), 'open'),
          this.files.dressing.possible && textButton('Dress …', () => this.files.chooseGarment(), 'plus'),
        ),
      ),
      section('Recent', this.recent.element),
      section('Scenes of our own', ...scenes),
    );
  }
}
