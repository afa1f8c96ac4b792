import * as THREE from 'three';
import type { Studio } from '../app/studio';
import { dotsMaterial } from './dots';

const reach = 0.45; // how far the handle is from the joint between, of the length of the limb
const color = '#7cc4ff';

/** The handle that says where to a limb of two bones bends; shown while its end is pulled. */
export class PoleHandle {
  readonly position = new THREE.Vector3();
  private readonly group = new THREE.Group();
  private readonly ball: THREE.Points;
  private readonly line: THREE.Line;
  private dragged = false;

  constructor(private readonly studio: Studio) {
    const flat = { color, depthTest: false, toneMapped: false, transparent: true };
    const { r, g, b } = new THREE.Color(color);
    const dot = new THREE.BufferGeometry()
      .setAttribute('position', new THREE.BufferAttribute(new Float32Array(3), 3))
      .setAttribute('color', new THREE.BufferAttribute(new Float32Array([r, g, b]), 3));
    this.ball = new THREE.Points(dot, dotsMaterial(20));
    this.ball.frustumCulled = false;
    const ends = new THREE.BufferGeometry().setAttribute(
      'position',
      new THREE.BufferAttribute(new Float32Array(6), 3),
    );
    this.line = new THREE.Line(ends, new THREE.LineBasicMaterial({ ...flat, opacity: 0.5 }));
    this.line.frustumCulled = false;
    for (const object of [this.ball, this.line]) object.renderOrder = 7;
    this.ball.name = 'pole';
    this.group.add(this.ball, this.line);
    this.group.visible = false;
    studio.stage.tools.add(this.group);
    studio.on(['view', 'loaded', 'frame'], () => this.follow());
  }

  get shown(): boolean {
    return this.group.visible;
  }

  /** A hand takes it: the end of the limb stays where it is, the joint between swings round. */
  begin(): void {
    this.dragged = true;
    this.studio.begin(`bend ${this.studio.jointName(this.studio.selected)}`);
  }

  drag(to: THREE.Vector3): void {
    this.position.copy(to);
    const { selected, poser } = this.studio;
    this.studio.run(() => poser.setPole(selected, [to.x, to.y, to.z]));
  }

  end(): void {
    this.dragged = false;
    this.studio.end();
  }

  private follow(): void {
    const { selected, tool, core, playing } = this.studio;
    const limb = selected >= 0 && tool === 'pull' && !playing ? core.limb(selected) : [];
    this.group.visible = limb.length === 3;
    if (limb.length !== 3) return;
    const positions = core.jointPositions();
    const [root, middle, tip] = limb.map((joint) => new THREE.Vector3().fromArray(positions, 3 * joint));
    if (!root || !middle || !tip) return;
    if (!this.dragged) this.position.copy(this.place(root, middle, tip));
    this.ball.position.copy(this.position);
    const ends = this.line.geometry.getAttribute('position') as THREE.BufferAttribute;
    ends.setXYZ(0, middle.x, middle.y, middle.z);
    ends.setXYZ(1, this.position.x, this.position.y, this.position.z);
    ends.needsUpdate = true;
  }

  /** Where it was put, else beyond the joint between, away from the line through the ends. */
  private place(root: THREE.Vector3, middle: THREE.Vector3, tip: THREE.Vector3): THREE.Vector3 {
    const pole = this.studio.poser.poles.get(this.studio.selected);
    if (pole) return new THREE.Vector3(...pole);
    const line = new THREE.Line3(root, tip);
    const way = middle.clone().sub(line.closestPointToPoint(middle, false, new THREE.Vector3()));
    const length = root.distanceTo(middle) + middle.distanceTo(tip);
    if (way.length() < 1e-3 * length) way.set(0, 0, 1);
    return way.setLength(reach * length).add(middle);
  }
}
