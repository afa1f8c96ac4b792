import type { Studio } from '../app/studio';
import { rampGradient } from '../view/color_ramp';
import { h, setText } from './dom';

/** What the colours on the skin mean. */
export class Legend {
  readonly element: HTMLElement;
  private readonly title = h('p', {});
  private readonly bar = h('div', { class: 'legend-bar' });
  private readonly marks = h('div', { class: 'legend-marks' });

  constructor(studio: Studio) {
    this.element = h(
      'div',
      { class: 'legend', hidden: true, 'data-testid': 'legend' },
      this.title,
      this.bar,
      this.marks,
    );
    studio.on(['view', 'loaded'], () => {
      const { ramp } = studio;
      this.element.hidden = ramp === null;
      if (!ramp) return;
      const field = studio.field();
      const joint = 'joint' in field ? studio.jointName(field.joint) : '';
      const titles = {
        none: '',
        heat: 'flesh lost, in limb radii',
        weight: `weight of ${joint}`,
        map: `where ${joint} gives`,
        painted: `painted for ${joint}`,
      };
      setText(this.title, titles[field.kind]);
      this.bar.style.background = rampGradient(ramp, 'to right');
      const middle = (ramp.low + ramp.high) / 2;
      const texts = [ramp.low, middle, ramp.high].map((value) => String(value).replace('-', '\u2212'));
      this.marks.replaceChildren(...texts.map((text) => h('span', {}, text)));
    });
  }
}
