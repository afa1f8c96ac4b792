import type { GraphRunner } from '../app/graph_runner';
import type { CameraMode } from '../app/preferences';
import type { Studio } from '../app/studio';
import type { ClipInfo, ErrorGraph } from '../core/core';
import { iconButton } from './controls';
import { follow, h, s, setPressed, setText } from './dom';
import { icon } from './icons';
import { percent, seconds } from './words';

const height = 64;
const flatBelow = 1e-5; // relative volume

/** Transport, clips, the error of every frame with the worst one marked. */
export class Timeline {
  readonly element: HTMLElement;
  private readonly play: HTMLButtonElement;
  private readonly loop: HTMLButtonElement;
  private readonly clips = h('select', { 'aria-label': 'Clip' });
  private readonly time = h('input', {
    class: 'time',
    type: 'text',
    inputmode: 'decimal',
    'aria-label': 'Time in seconds',
  });
  private readonly camera = h(
    'select',
    { 'aria-label': 'Camera' },
    h('option', { value: 'follow' }, 'camera follows'),
    h('option', { value: 'stay' }, 'camera stays'),
    h('option', { value: 'in-place' }, 'in place'),
  );
  private readonly duration = h('span', { class: 'unit' });
  private readonly track = s('svg', { class: 'track', preserveAspectRatio: 'none' });
  private readonly drawing = s('g', {});
  private readonly playhead = s('line', { class: 'playhead', y1: 0, y2: height });
  private readonly worst = h('button', {
    type: 'button',
    class: 'worst',
    title: 'Go to the worst frame (Shift+W)',
    'data-testid': 'worst',
  });
  private readonly progress = h('div', { class: 'progress', hidden: true });
  private readonly lane = h('div', {
    class: 'lane',
    role: 'slider',
    tabindex: 0,
    'aria-label': 'Time',
    'data-testid': 'lane',
  });
  private width = 600;
  private graph: ErrorGraph | null = null;
  private clip: ClipInfo | undefined;

  constructor(
    private readonly studio: Studio,
    private readonly runner: GraphRunner,
    actions: (id: string) => () => void,
  ) {
    this.play = iconButton('pause', 'Play or pause', actions('play'), 'Space');
    this.play.classList.add('primary');
    this.loop = iconButton('loop', 'Loop', actions('loop'), 'L');
    const transport = h(
      'div',
      { class: 'transport' },
      iconButton('toStart', 'To the start', actions('to-start'), 'Home'),
      iconButton('stepBack', 'One frame back', actions('step-back'), ','),
      this.play,
      iconButton('stepForward', 'One frame on', actions('step-forward'), '.'),
      this.loop,
      iconButton('key', 'Key the pose', actions('key'), 'K'),
    );
    const clip = h('label', { class: 'select-box clip' }, this.clips, icon('chevron', 14));
    const clock = h('div', { class: 'clock' }, this.time, this.duration);
    this.lane.append(this.track, this.progress, this.worst);
    this.track.append(this.drawing, this.playhead);
    this.element = h(
      'footer',
      { class: 'timeline', 'aria-label': 'Timeline' },
      h(
        'div',
        { class: 'timeline-bar' },
        transport,
        clip,
        clock,
        this.cameraBox(),
        h(
          'div',
          { class: 'graph-legend' },
          h('i', { class: 'plain' }),
          'plain skinning',
          h('i', { class: 'iso' }),
          'isoskin',
        ),
      ),
      this.lane,
    );
    this.listen(actions);
  }

  private listen(actions: (id: string) => () => void): void {
    const { studio } = this;
    this.clips.addEventListener('change', () => {
      studio.run(() => studio.core.setClip(Number(this.clips.value)));
      studio.setPlaying(studio.playing); // without a clip nothing plays
    });
    this.time.addEventListener('change', () => this.go(Number.parseFloat(this.time.value.replace(',', '.'))));
    this.worst.addEventListener('click', actions('worst'));
    this.worst.addEventListener('pointerdown', (event) => event.stopPropagation());
    this.lane.addEventListener('pointerdown', (event) => this.scrub(event));
    this.lane.addEventListener('keydown', (event) => this.key(event));
    new ResizeObserver(() => {
      this.width = Math.max(this.lane.clientWidth, 50);
      this.drawGraph();
      this.update();
    }).observe(this.lane);
    studio.on(['loaded', 'document', 'view'], () => this.refresh());
    studio.on(['frame'], () => this.update());
    studio.on(['graph'], () => this.drawGraph());
  }

  /** What the camera does while the clip carries the character away. */
  private cameraBox(): HTMLElement {
    this.camera.addEventListener('change', () =>
      this.studio.prefer({ camera: this.camera.value as CameraMode }),
    );
    const title = 'What the camera does while the character walks away';
    return h('label', { class: 'select-box camera', title }, this.camera, icon('chevron', 14));
  }

  private length(): number {
    return this.clip?.duration ?? 0;
  }

  private go(time: number): void {
    if (!Number.isFinite(time)) return;
    this.studio.setPlaying(false);
    this.studio.run(() => this.studio.core.setTime(Math.min(Math.max(time, 0), this.length())));
  }

  private scrub(press: PointerEvent): void {
    if (press.button !== 0) return;
    const at = (event: PointerEvent): void => {
      const rect = this.lane.getBoundingClientRect();
      this.go(((event.clientX - rect.left) / rect.width) * this.length());
    };
    at(press);
    follow(this.lane, press, at, () => undefined);
  }

  private key(event: KeyboardEvent): void {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    this.go(this.studio.core.time() + (step * (event.shiftKey ? 10 : 1)) / 30);
  }

  private refresh(): void {
    const { core, playing, preferences } = this.studio;
    const clips = core.clips();
    this.clip = clips[core.clip()];
    const names = clips.map((clip, index) => h('option', { value: index }, clip.name));
    const options = [h('option', { value: -1 }, 'no clip'), ...names];
    const same =
      this.clips.options.length === options.length &&
      options.every((option, i) => option.text === this.clips.options[i]?.text);
    if (!same) this.clips.replaceChildren(...options);
    this.clips.value = String(core.clip());
    this.camera.value = preferences.camera;
    this.play.replaceChildren(icon(playing ? 'pause' : 'play'));
    setPressed(this.loop, preferences.loop);
    setText(this.duration, `of ${seconds(this.length())}`);
    this.drawGraph();
    this.update();
  }

  private update(): void {
    const time = this.studio.core.time();
    const length = this.length();
    if (document.activeElement !== this.time) this.time.value = time.toFixed(2);
    const at = length > 0 ? (time / length) * this.width : 0;
    this.playhead.setAttribute('x1', at.toFixed(1));
    this.playhead.setAttribute('x2', at.toFixed(1));
    this.lane.setAttribute('aria-valuenow', time.toFixed(2));
    this.lane.setAttribute('aria-valuemax', length.toFixed(2));
    this.lane.setAttribute('aria-valuetext', seconds(time));
  }

  private drawGraph(): void {
    this.graph = this.studio.core.errorGraph();
    this.track.setAttribute('viewBox', `0 0 ${this.width} ${height}`);
    this.showProgress();
    const keys = this.clip?.keys ?? [];
    const length = this.length();
    const marks =
      length > 0 && keys.length < 200 ? keys.map((time) => this.mark((time / length) * this.width)) : [];
    const { graph } = this;
    this.worst.hidden = !graph || !Number.isFinite(graph.worst.skinned);
    if (!graph || length <= 0) {
      this.drawing.replaceChildren(...marks);
      return;
    }
    const finite = [...graph.skinned, ...graph.corrected].filter(Number.isFinite);
    const low = Math.min(0, ...finite);
    const high = Math.max(0, ...finite);
    // Rounding fills no graph: below a thousandth of a percent both are flat, and that is said.
    const isFlat = high - low < flatBelow;
    const span = Math.max(high - low, flatBelow);
    const top = isFlat ? (flatBelow + high + low) / 2 : high;
    const y = (error: number): number => 12 + ((top - error) / span) * (height - 26);
    const path = (errors: Float64Array): string => this.path(graph.times, errors, length, y);
    const plain = path(graph.skinned);
    this.drawing.replaceChildren(
      ...marks,
      s('path', { d: this.area(graph, length, y), class: 'graph-area' }),
      s('path', { d: plain, class: 'graph-plain' }),
      s('path', { d: path(graph.corrected), class: 'graph-iso' }),
      ...(isFlat ? [] : this.worstMark(graph, length, y)),
    );
    const { skinned } = graph.worst;
    setText(
      this.worst,
      isFlat ? 'nothing is lost: below 0.001 %' : `worst ${percent(skinned, skinned > -1e-3 ? 3 : 2)} %`,
    );
    this.worst.style.left = `${Math.min(Math.max((graph.worst.time / length) * 100, 6), 94)}%`;
  }

  private path(
    times: Float64Array,
    errors: Float64Array,
    length: number,
    y: (error: number) => number,
  ): string {
    const points: string[] = [];
    errors.forEach((error, i) => {
      if (Number.isFinite(error))
        points.push(`${(((times[i] ?? 0) / length) * this.width).toFixed(1)} ${y(error).toFixed(1)}`);
    });
    return points.length > 0 ? `M${points.join('L')}` : '';
  }

  private worstMark(graph: ErrorGraph, length: number, y: (error: number) => number): SVGElement[] {
    const { time, skinned } = graph.worst;
    if (!Number.isFinite(skinned)) return [];
    return [s('circle', { cx: (time / length) * this.width, cy: y(skinned), r: 3.5, class: 'graph-worst' })];
  }

  /** Between the two curves: what plain skinning takes away. */
  private area(graph: ErrorGraph, length: number, y: (error: number) => number): string {
    const there = this.path(graph.times, graph.skinned, length, y);
    if (!there) return '';
    const last = graph.skinned.findLastIndex(Number.isFinite);
    const end = (((graph.times[last] ?? 0) / length) * this.width).toFixed(1);
    return `${there}L${end} ${y(0)}L0 ${y(0)}Z`;
  }

  private mark(at: number): SVGElement {
    return s('path', { d: `M${at.toFixed(1)} ${height - 9}l3 3-3 3-3-3Z`, class: 'key-mark' });
  }

  private showProgress(): void {
    const part = this.runner.progress;
    this.progress.hidden = part >= 1;
    if (part >= 1) return;
    const stop = h(
      'button',
      { type: 'button', class: 'link', onclick: () => this.runner.cancel() },
      'cancel',
    );
    stop.addEventListener('pointerdown', (event) => event.stopPropagation());
    this.progress.replaceChildren(`measuring every frame ${Math.round(100 * part)} %`, stop);
  }
}
