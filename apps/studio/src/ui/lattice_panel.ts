import type { Studio } from '../app/studio';
import type { LatticeSource, LatticeVolume } from '../core/lattice';
import type { LatticeTool } from '../view/lattice_tool';
import { levelColor } from '../view/lattice_view';
import { NumberField, Segmented, section, textButton } from './controls';
import { h, setPressed, setText } from './dom';

const volumeWords: Readonly<Record<LatticeVolume, string>> = {
  free: 'What you pull out is added: the shape as sculpted is the volume that poses keep.',
  keep: 'What you pull out is taken near the edit: the character keeps the volume it had before.',
};

/** The lattice: made, its levels, the vertex in hand, its cells, its swing. */
export class LatticePanel {
  readonly element: HTMLElement;
  private readonly making: HTMLElement;
  private readonly working: HTMLElement;
  private readonly source: Segmented<LatticeSource>;
  private readonly depth: NumberField;
  private readonly points: NumberField;
  private readonly levels = h('div', { class: 'levels', role: 'group', 'aria-label': 'Level' });
  private readonly levelNote = h('p', { class: 'note', 'data-testid': 'level-note' });
  private readonly vertexTitle = h('p', { class: 'vertex-title', 'data-testid': 'vertex' });
  private readonly offsets: NumberField[];
  private readonly offsetRow: HTMLElement;
  private readonly resetVertex: HTMLButtonElement;
  private readonly cellNote = h('p', { class: 'note' });
  private readonly volume: Segmented<LatticeVolume>;
  private readonly volumeNote = h('p', { class: 'note', 'data-testid': 'lattice-volume' });
  private readonly swing: Segmented<'off' | 'on'>;
  private readonly swingFields: { field: NumberField; name: 'stiffness' | 'damping' | 'returnRate' }[];

  constructor(
    private readonly studio: Studio,
    private readonly tool: LatticeTool,
  ) {
    this.source = new Segmented<LatticeSource>(
      'What cells follow',
      [
        { value: 'surface', label: 'Surface', hint: 'Small cells wherever the surface passes' },
        { value: 'points', label: 'Points', hint: 'Small cells where there are many vertices' },
        { value: 'even', label: 'Even', hint: 'All cells alike' },
      ],
      (source) => this.choose({ source }),
    );
    this.depth = this.recipeField('depth', 'Depth', 'levels of the lattice', 1, 6);
    this.points = this.recipeField('points', 'At most', 'vertices in a cell, at most', 8, 4096);
    this.offsets = ['x', 'y', 'z'].map((label, axis) => this.offsetField(label, axis));
    this.offsetRow = h('div', { class: 'triple' }, ...this.offsets.map((field) => field.element));
    this.resetVertex = textButton('Reset vertex', () => tool.resetVertex(), 'reset');
    this.volume = new Segmented<LatticeVolume>(
      'Which volume is kept',
      [
        { value: 'free', label: 'Free', hint: 'The edit defines the volume that poses keep' },
        { value: 'keep', label: 'Keep volume', hint: 'The volume stays what it was before the edit' },
      ],
      (volume) => tool.setVolume(volume),
    );
    this.swing = new Segmented(
      'Let it swing',
      [
        { value: 'off', label: 'Still' },
        { value: 'on', label: 'Swings' },
      ],
      (value) => {
        if ((value === 'on') !== (tool.info?.swing.on ?? false)) tool.toggleSwing();
      },
    );
    this.swingFields = [
      this.swingField('stiffness', 'Stiffness', 0, 400, 1, ''),
      this.swingField('damping', 'Damping', 0, 0.2, 0.001, 's'),
      this.swingField('returnRate', 'Return', 0.5, 60, 0.5, '/s'),
    ];
    this.making = this.makingSection();
    this.working = h(
      'div',
      { class: 'stack-wide' },
      section('Volume', this.volume.element, this.volumeNote),
      section('Level', this.levels, this.levelNote),
      this.vertexSection(),
      this.cellSection(),
      this.swingSection(),
      this.wholeSection(),
    );
    this.element = h('div', { class: 'panel', id: 'panel-lattice' }, this.making, this.working);
    studio.on(['view', 'document', 'loaded'], () => this.update());
  }

  private makingSection(): HTMLElement {
    const make = textButton('Make a lattice', () => this.tool.make(), 'lattice');
    make.classList.add('accent');
    return h(
      'div',
      { class: 'stack-wide' },
      h(
        'p',
        { class: 'hint' },
        'A lattice puts the character into cells. Drag their corners, or the body itself: the shape bends, and either its volume stays or the edit defines it.',
      ),
      section(
        'New lattice',
        h(
          'div',
          { class: 'field' },
          h('span', { class: 'field-label' }, 'Cells follow'),
          this.source.element,
        ),
        this.depth.element,
        this.points.element,
        h('div', { class: 'buttons' }, make),
      ),
    );
  }

  private vertexSection(): HTMLElement {
    return section(
      'Vertex',
      this.vertexTitle,
      this.offsetRow,
      h('div', { class: 'buttons' }, this.resetVertex),
    );
  }

  private cellSection(): HTMLElement {
    return section(
      'Cells',
      h(
        'div',
        { class: 'buttons' },
        textButton('Subdivide', () => this.tool.subdivide(), 'plus'),
        textButton('Simplify', () => this.tool.simplify(), 'minus'),
      ),
      this.cellNote,
    );
  }

  private swingSection(): HTMLElement {
    return section(
      'Flesh',
      this.swing.element,
      ...this.swingFields.map(({ field }) => field.element),
      h('p', { class: 'note' }, 'Swings while the clip plays, and when bones are moved by hand.'),
    );
  }

  private wholeSection(): HTMLElement {
    return section(
      'Whole lattice',
      h(
        'div',
        { class: 'buttons' },
        textButton('Reset all', () => this.tool.reset(), 'reset'),
        textButton('Remove', () => this.tool.remove(), 'close'),
      ),
    );
  }

  private recipeField(
    name: 'depth' | 'points',
    label: string,
    spoken: string,
    min: number,
    max: number,
  ): NumberField {
    const unit = name === 'depth' ? 'levels' : 'vertices';
    const change = (value: number): void => this.choose({ [name]: Math.round(value) });
    return new NumberField(this.studio, { label, name: spoken, min, max, step: 1, digits: 0, unit, change });
  }

  private offsetField(label: string, axis: number): NumberField {
    return new NumberField(this.studio, {
      label,
      name: `offset ${label}`,
      step: 0.01,
      digits: 4,
      stepName: 'move a vertex',
      change: (value) => {
        this.studio.setPlaying(false);
        this.tool.setOffset(axis, value);
      },
    });
  }

  private swingField(
    name: 'stiffness' | 'damping' | 'returnRate',
    label: string,
    min: number,
    max: number,
    step: number,
    unit: string,
  ): LatticePanel['swingFields'][number] {
    const change = (value: number): void => this.tool.setSwing({ [name]: value });
    const spoken = { stiffness: 'stiffness', damping: 'damping in seconds', returnRate: 'return rate' }[name];
    return {
      name,
      field: new NumberField(this.studio, {
        label,
        name: spoken,
        min,
        max,
        step,
        digits: 3,
        unit,
        stepName: spoken,
        change,
      }),
    };
  }

  private choose(change: Partial<LatticeTool['recipe']>): void {
    Object.assign(this.tool.recipe, change);
    this.update();
  }

  private update(): void {
    if (this.studio.tab !== 'lattice') return;
    const { info, recipe } = this.tool;
    this.making.hidden = info !== null;
    this.working.hidden = info === null;
    this.source.set(recipe.source);
    this.depth.set(recipe.depth);
    this.points.set(recipe.points);
    this.points.element.hidden = recipe.source !== 'points';
    if (!info) return;
    this.showLevels();
    this.showVertex();
    this.volume.set(info.volume);
    setText(this.volumeNote, volumeWords[info.volume]);
    this.swing.set(info.swing.on ? 'on' : 'off');
    for (const { field, name } of this.swingFields) {
      field.set(info.swing[name]);
      field.enable(info.swing.on);
    }
  }

  private showLevels(): void {
    const { info, level } = this.tool;
    if (!info) return;
    const { theme } = this.studio.preferences;
    while (this.levels.children.length > info.levels.length) this.levels.lastElementChild?.remove();
    while (this.levels.children.length < info.levels.length) this.addLevel(this.levels.children.length);
    [...this.levels.children].forEach((button, own) => {
      setPressed(button, own === level);
      (button as HTMLElement).style.setProperty('--level', levelColor(theme, own));
    });
    const { cells = 0, vertices = 0, moved = 0 } = info.levels[level] ?? {};
    const counts = [counted(cells, 'cell'), `${counted(vertices, 'vertex', 'vertices')} to move`];
    setText(this.levelNote, `${counts.join(', ')}${moved > 0 ? `, ${moved} moved` : ''}`);
  }

  private addLevel(level: number): void {
    this.levels.append(
      h(
        'button',
        {
          type: 'button',
          class: 'level',
          'aria-label': `Level ${level}`,
          title: level === 0 ? 'Level 0: one cell round everything' : `Level ${level}`,
          'data-level': level,
          onclick: () => this.tool.setLevel(level),
        },
        String(level),
      ),
    );
  }

  private showVertex(): void {
    const { selected, level } = this.tool;
    this.offsetRow.hidden = this.resetVertex.hidden = selected === null;
    setText(
      this.vertexTitle,
      selected ? `Vertex ${selected.join(', ')} of level ${level}` : 'Click a dot, or drag the body.',
    );
    const offset = this.tool.offset();
    this.offsets.forEach((field, axis) => field.set(offset[axis] ?? 0));
    setText(
      this.cellNote,
      selected ? 'Round the vertex in hand.' : 'All cells of the level; choose a vertex for those round it.',
    );
  }
}

function counted(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
}
