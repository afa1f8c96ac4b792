import { Gallery } from '../app/gallery';
import type { Studio } from '../app/studio';
import { section, textButton } from './controls';
import { h } from './dom';

/** Poses to try, greyed where the character lacks the limbs for them; for a joint, its range of motion. */
export class PoseGallery {
  readonly element: HTMLElement;
  private readonly gallery: Gallery;

  constructor(private readonly studio: Studio) {
    this.gallery = new Gallery(studio);
    const buttons = this.gallery.poses.map((pose) => {
      const button = textButton(pose.name, () => this.gallery.take(pose));
      return { pose, button };
    });
    this.element = section(
      'Poses to try',
      h('div', { class: 'buttons wrap' }, ...buttons.map(({ button }) => button)),
    );
    const look = (): void => {
      const limbs = this.gallery.limbs();
      for (const { pose, button } of buttons) {
        button.title = pose.why(limbs);
        button.disabled = button.title !== '';
      }
    };
    studio.on(['loaded'], () => setTimeout(look)); // after the first picture
  }

  /** Of the selected joint. */
  rangeButton(): HTMLButtonElement {
    const button = textButton('Range', () => this.gallery.rangeOfMotion(this.studio.selected), 'loop');
    button.title = 'A new clip that turns the joint to all sides';
    return button;
  }
}
