// The laws of the native core, over WebAssembly.
import { expect, test } from './expect.mjs';

const volumeTolerance = 1e-6;

function largestGap(a, b) {
  let largest = 0;
  for (let i = 0; i < a.length; i += 1) largest = Math.max(largest, Math.abs(a[i] - b[i]));
  return largest;
}

function positionsOf(core) {
  return Float32Array.from(core.buffers(0, 0).positions);
}

function sizeOf(findings) {
  return Math.hypot(...[0, 1, 2].map((axis) => findings.bounds.max[axis] - findings.bounds.min[axis]));
}

/** By plain sums over triangles, in double, as nobody in the core does it. */
export function enclosed(core, pane) {
  return core.meshes().reduce((sum, mesh, index) => {
    const p = core.buffers(pane, index).positions;
    let six = 0;
    for (let i = 0; i < mesh.triangles.length; i += 3) {
      const [a, b, c] = [0, 1, 2].map((k) => 3 * mesh.triangles[i + k]);
      six +=
        p[a] * (p[b + 1] * p[c + 2] - p[b + 2] * p[c + 1]) +
        p[a + 1] * (p[b + 2] * p[c] - p[b] * p[c + 2]) +
        p[a + 2] * (p[b] * p[c + 1] - p[b + 1] * p[c]);
    }
    return sum + six / 6;
  }, 0);
}

function testVolume(core, scene) {
  core.openScene(scene);
  core.setPanes(['isoskin', 'linear']);
  core.clips().forEach((clip, index) => {
    core.setClip(index);
    for (let i = 0; i <= 6; i += 1) {
      core.setTime((clip.duration * i) / 6);
      const [own, linear] = core.frame().panes;
      expect(Math.abs(own.error) <= volumeTolerance, `${scene}, ${clip.name}: off by ${own.error}`);
      const independent = enclosed(core, 0) / own.target - 1;
      expect(Math.abs(independent) <= volumeTolerance, `${scene}: summed plainly ${independent}`);
      expect(linear.target === own.target, `${scene}: one target for all panes`);
    }
  });
}

function testRest(core, scene) {
  const findings = core.openScene(scene);
  core.setClip(-1);
  core.setPanes(['linear', 'dual', 'isoskin']);
  const { panes } = core.frame();
  const rest = positionsOf(core);
  for (const [pane, report] of panes.entries()) {
    const gap = largestGap(rest, core.buffers(pane, 0).positions);
    expect(gap <= 1e-6 * sizeOf(findings), `${scene}: ${report.method} moves the rest by ${gap}`);
    expect(Math.abs(report.error) <= volumeTolerance, `${scene}: rest volume of ${report.method}`);
  }
}

function testRigidMotion(core) {
  const findings = core.openScene('creature');
  core.setPanes(['isoskin']);
  core.setTime(0.4);
  core.frame();
  const before = positionsOf(core);
  const root = core.joints().findIndex((joint) => joint.parent === -1);
  const { translation, rotation, scale } = core.jointTransform(root);
  core.setJointTransform(root, {
    translation: [translation[0] + 3, translation[1] - 2, translation[2] + 5],
    rotation,
    scale,
  });
  core.frame();
  const moved = positionsOf(core).map((x, i) => x - [3, -2, 5][i % 3]);
  const gap = largestGap(before, moved);
  expect(gap <= 2e-6 * sizeOf(findings), `a moved root moves all alike, not off by ${gap}`);
}

function testSignOfQuaternions(core) {
  core.openScene('arm');
  core.setPanes(['dual', 'isoskin']);
  const joint = core.joints().length - 2;
  core.rotateJoint(joint, [20, 35, 50]);
  core.frame();
  const before = positionsOf(core);
  const now = core.jointTransform(joint);
  core.setJointTransform(joint, { ...now, rotation: now.rotation.map((x) => -x) });
  core.frame();
  expect(largestGap(before, positionsOf(core)) <= 1e-6, 'q and -q are one rotation');
}

function testNormals(core) {
  core.openScene('creature');
  core.setPanes(['isoskin', 'linear', 'dual']);
  core.setTime(0.7);
  core.frame();
  for (const pane of [0, 1, 2]) {
    const n = core.buffers(pane, 0).normals;
    let worst = 0;
    for (let i = 0; i < n.length; i += 3)
      worst = Math.max(worst, Math.abs(Math.hypot(n[i], n[i + 1], n[i + 2]) - 1));
    expect(worst < 1e-4, `normals of pane ${pane} have unit length, not off by ${worst}`);
  }
}

function testReach(core) {
  core.openScene('creature');
  core.setClip(-1);
  const joints = core.joints();
  const foot = joints.findIndex((joint) => joint.name === 'leg_fl_lower');
  const at = Array.from(core.jointPositions().subarray(3 * foot, 3 * foot + 3));
  const target = [at[0] + 0.05, at[1] + 0.08, at[2] + 0.05];
  const { reached, distance } = core.pull(foot, target, { chain: 2 });
  const now = core.jointPositions().subarray(3 * foot, 3 * foot + 3);
  const gap = Math.hypot(...target.map((x, i) => x - now[i]));
  expect(reached && gap < 1e-3, `the foot comes to the hand: ${distance}, ${gap}`);
}

export async function runLawTests(core) {
  const scenes = core.scenes().map((scene) => scene.name);
  for (const scene of scenes) {
    await test(`volume holds in every clip of ${scene}`, () => testVolume(core, scene));
    await test(`the rest pose of ${scene} is its rest`, () => testRest(core, scene));
  }
  await test('a rigid motion moves everything rigidly', () => testRigidMotion(core));
  await test('a rotation has two names and one meaning', () => testSignOfQuaternions(core));
  await test('normals are unit vectors', () => testNormals(core));
  await test('a pulled joint arrives', () => testReach(core));
}
