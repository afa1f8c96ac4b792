import type { Files } from '../app/files';
import type { Studio } from '../app/studio';
import { listWorks, type WorkEntry } from '../app/works';
import { h } from './dom';

/** The last ten works that the browser keeps, with name, time and picture. */
export class RecentList {
  readonly element = h('div', { class: 'recent', 'data-testid': 'recent' });

  constructor(
    private readonly studio: Studio,
    private readonly files: Files,
  ) {
    // Read when it is looked at: the first picture does not wait for it.
    studio.on(['loaded', 'saved', 'view'], () => {
      if (studio.tab === 'file') void this.fill();
    });
  }

  private async fill(): Promise<void> {
    const works = await listWorks();
    const none = h(
      'p',
      { class: 'note' },
      'Nothing yet: what you open or change is kept here, in this browser.',
    );
    this.element.replaceChildren(...(works.length > 0 ? works.map((work) => this.entry(work)) : [none]));
  }

  private entry({ id, name, time, picture }: WorkEntry): HTMLElement {
    const isOpen = id === this.studio.work.id;
    const when = new Date(time).toLocaleString('en', {
      month: 'short',
      day: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    });
    const button = h(
      'button',
      { type: 'button', class: 'recent-work', 'data-work': id, onclick: () => void this.files.openWork(id) },
      picture ? h('img', { src: picture, alt: '' }) : h('i', {}),
      h('b', {}, name),
      h('span', {}, isOpen ? 'open now' : when),
    );
    button.disabled = isOpen;
    return button;
  }
}
