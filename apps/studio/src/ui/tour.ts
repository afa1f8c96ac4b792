import type { Studio } from '../app/studio';
import { textButton } from './controls';
import { h } from './dom';

interface Step {
  readonly target: string;
  readonly title: string;
  readonly text: string | ((studio: Studio) => string);
}

/** What is seen there depends on what is open. */
function watching({ findings, name, core }: Studio): string {
  if (findings.parts.length === 0)
    return `Nothing of ${name} encloses a volume, so nothing is lost or kept. Open another character, or a scene from the File tab.`;
  const when =
    core.clip() >= 0
      ? `while ${name} plays “${core.clips()[core.clip()]?.name ?? ''}”`
      : `when ${name} is bent`;
  return `Red is what plain skinning loses ${when}. isoskin keeps the volume, measured on the very shape you see, in every pose.`;
}

const steps: readonly Step[] = [
  {
    target: '.readout',
    title: 'Watch the volume',
    text: watching,
  },
  {
    target: '.pane:last-child',
    title: 'Take hold of it',
    text: 'Click the body: the nearest joint gets handles to turn it. Or press Q and pull a foot or the trunk. Drag beside the body to look around.',
  },
  {
    target: '.topbar .segmented',
    title: 'Compare',
    text: 'One, two or four methods side by side; the flame shows where flesh is lost.',
  },
  {
    target: '.inspector',
    title: 'Shape the bulge',
    text: 'Each joint has a profile curve. Draw it, and the bulge follows; or paint where flesh may give.',
  },
  {
    target: '.topbar .accent',
    title: 'Take it home',
    text: 'Drop your own GLB, glTF, VRM, OBJ or BVH anywhere; a bare mesh gets a skeleton, clothes are put on. Take back a GLB that any viewer plays. Ctrl+P finds everything else.',
  },
];

/** Five steps for the first visit. */
export class Tour {
  readonly element = h('div', { class: 'tour', hidden: true });
  private readonly light = h('div', { class: 'tour-light' });
  private readonly card = h('div', { class: 'tour-card', role: 'dialog', 'aria-label': 'Tour' });
  private at = 0;

  constructor(private readonly studio: Studio) {
    this.element.append(this.light, this.card);
    this.element.addEventListener('keydown', (event) => {
      if (event.key === 'Escape') this.end();
      else if (event.key === 'ArrowRight') this.show(this.at + 1);
      else if (event.key === 'ArrowLeft' && this.at > 0) this.show(this.at - 1);
      else return;
      event.stopPropagation();
      event.preventDefault();
    });
    addEventListener('resize', () => {
      if (!this.element.hidden) this.show(this.at);
    });
  }

  start(): void {
    this.element.hidden = false;
    this.show(0);
  }

  private end(): void {
    this.element.hidden = true;
    this.studio.prefer({ tourSeen: true });
  }

  private show(index: number): void {
    const step = steps[index];
    if (!step) {
      this.end();
      return;
    }
    this.at = index;
    const next = textButton(index + 1 < steps.length ? 'Next' : 'Begin', () => this.show(index + 1));
    next.classList.add('accent');
    const skip = textButton('Skip', () => this.end());
    const dots = h(
      'span',
      { class: 'tour-dots', 'aria-label': `Step ${index + 1} of ${steps.length}` },
      ...steps.map((_, i) => h('i', { class: i === index ? 'on' : '' })),
    );
    this.card.replaceChildren(
      h('h2', {}, step.title),
      h('p', {}, typeof step.text === 'string' ? step.text : step.text(this.studio)),
      h('div', { class: 'tour-foot' }, dots, skip, next),
    );
    this.place(step.target);
    next.focus();
  }

  /** Light on what is spoken of; the card beside it, inside the window. */
  private place(target: string): void {
    const rect =
      document.querySelector(target)?.getBoundingClientRect() ??
      new DOMRect(innerWidth / 2, innerHeight / 2, 0, 0);
    const pad = 8;
    Object.assign(this.light.style, {
      left: `${rect.left - pad}px`,
      top: `${rect.top - pad}px`,
      width: `${rect.width + 2 * pad}px`,
      height: `${rect.height + 2 * pad}px`,
    });
    const { offsetWidth: width, offsetHeight: height } = this.card;
    const below = rect.bottom + 20 + height < innerHeight;
    const left =
      rect.width > innerWidth * 0.3 || below
        ? rect.left + rect.width / 2 - width / 2
        : rect.left - width - 24;
    const top = below ? rect.bottom + 20 : Math.max(rect.top + 24, 16);
    this.card.style.left = `${Math.min(Math.max(left, 16), innerWidth - width - 16)}px`;
    this.card.style.top = `${Math.min(Math.max(top, 16), innerHeight - height - 16)}px`;
  }
}
