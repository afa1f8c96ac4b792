// What pages load on demand: skeletons, weights, clothes (flesh: flesh_tests.mjs); and documents that follow one another.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { boxOf, garmentOver } from '../../studio/bare_meshes.mjs';
import { expect, test } from './expect.mjs';

const volumeTolerance = 1e-6;
const samePlace = 1e-4; // of the body, between programs of two compilers

const bytesOf = (text) => new TextEncoder().encode(text);

/** The mesh of a scene, without its skeleton. */
function bareScene(core, scene) {
  core.openScene(scene);
  core.setClip(-1);
  const { bytes } = core.export('posed-obj');
  return { name: `${scene}.obj`, bytes, text: new TextDecoder().decode(bytes) };
}

function sizeOf({ text }) {
  const { low, high } = boxOf(text);
  return Math.hypot(...low.map((x, axis) => high[axis] - x));
}

function refusal(call) {
  try {
    call();
    return '';
  } catch (error) {
    return error.message;
  }
}

async function testRig(core, makers, told) {
  const body = bareScene(core, 'creature');
  const rig = makers.rig([body], { template: 'auto' });
  await test('a bare mesh gets a skeleton, with progress and reasons for doubt', () => {
    expect(rig.template === 'quadruped', rig.template);
    expect(rig.joints.every(({ parent }, joint) => parent < joint), 'parents come first');
    expect(rig.joints.every(({ confidence, reasons }) => confidence > 0.9 || reasons.length > 0), 'doubts are said');
    expect(told.length > 2 && told.every((part, i) => i === 0 || part >= told[i - 1]), String(told));
  });

  await test('bound to it, it is a character whose volume holds', () => {
    const { file, report } = makers.bind([body], rig.joints);
    const findings = core.open([{ name: 'bound.glb', bytes: file }]);
    expect(findings.joints === rig.joints.length, `${findings.joints} joints`);
    expect(report.parts.reduce((sum, part) => sum + part.vertices, 0) === report.vertices, 'all are counted');
    core.setPanes(['isoskin']);
    for (const joint of core.joints().keys()) core.rotateJoint(joint, [20, 0, 10]);
    const [{ error }] = core.frame().panes;
    expect(Math.abs(error) <= volumeTolerance, `error ${error}`);
  });

  await test('joints that were moved are where they were put', () => {
    const moved = rig.joints.map((joint, i) => (i === 3 ? { ...joint, moved: joint.place.map((x) => x + 0.05) } : joint));
    core.open([{ name: 'moved.glb', bytes: makers.bind([body], moved).file }]);
    const at = core.joints().findIndex(({ name }) => name === rig.joints[3].name);
    const place = core.jointPositions().subarray(3 * at, 3 * at + 3);
    expect(moved[3].moved.every((x, axis) => Math.abs(x - place[axis]) < 1e-4), String(place));
  });
  return { body, rig };
}

async function testProgram(program, { body, rig }) {
  await test('the program finds the same skeleton', () => {
    const folder = mkdtempSync(join(tmpdir(), 'isoskin-makers-'));
    writeFileSync(join(folder, body.name), body.bytes);
    const words = ['rig', join(folder, body.name), '-o', join(folder, 'rigged.glb'), '--json', '--quiet'];
    const native = JSON.parse(execFileSync(program, words, { encoding: 'utf8' }));
    expect(native.template === rig.template && native.joints.length === rig.joints.length, native.template);
    const size = sizeOf(body);
    native.joints.forEach(({ name, place }, joint) => {
      const apart = Math.hypot(...place.map((x, axis) => x - rig.joints[joint].place[axis]));
      expect(apart <= samePlace * size, `${name} ${apart} apart`);
    });
  });
}

async function testDress(core, makers) {
  const body = bareScene(core, 'arm');
  const size = sizeOf(body);
  const sleeve = { name: 'sleeve.obj', bytes: bytesOf(garmentOver(body.text, 0.01 * size, () => true)) };
  core.openScene('arm');
  const naked = { name: 'arm.glb', bytes: core.export('character-glb').bytes };
  await test('clothes follow the body they were put on', () => {
    const { file, report } = makers.dress(naked, [sleeve]);
    expect(report.parts.every(({ fallback }) => !fallback), JSON.stringify(report.parts));
    core.open([{ name: 'dressed.glb', bytes: file }]);
    expect(core.meshes().length === 2, 'one mesh more');
    core.setPanes(['linear']);
    core.setClip(-1);
    core.rotateJoint(core.joints().findIndex(({ name }) => name === 'elbow'), [70, 0, 0]);
    core.frame();
    const [skin, cloth] = [0, 1].map((mesh) => Float32Array.from(core.buffers(0, mesh).positions));
    const nearest = (i) => {
      let least = Infinity;
      for (let k = 0; k < skin.length; k += 3)
        least = Math.min(least, Math.hypot(skin[k] - cloth[i], skin[k + 1] - cloth[i + 1], skin[k + 2] - cloth[i + 2]));
      return least;
    };
    let farthest = 0;
    for (let i = 0; i < cloth.length; i += 3) farthest = Math.max(farthest, nearest(i));
    expect(farthest < 0.03 * size, `${farthest / size} of the size off the skin`);
  });
}

async function testRefusals(core, makers) {
  const flat = { name: 'flat.obj', bytes: bytesOf('v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n') };
  await test('what cannot be made is refused by a sentence, and the makers live on', () => {
    const sentences = [
      [() => makers.rig([flat], { template: 'auto' }), /flat/],
      [() => makers.rig([flat], { template: 'dragon' }), /no template 'dragon'/],
      [() => makers.rig([], { template: 'auto' }), /./],
      [() => makers.rig([{ name: 'x.glb', bytes: bytesOf('none') }], { template: 'auto' }), /x\.glb/],
      [() => makers.bind([bareScene(core, 'tube')], []), /joint|bone|skin/],
      [() => makers.bind([bareScene(core, 'tube')], [{ name: 'no place' }]), /./],
      [() => makers.dress(flat, [flat]), /bones|skin/],
      [() => makers.makeFlesh([flat], { joints: ['knee'] }), /knee/],
    ];
    for (const [call, words] of sentences) {
      const said = refusal(call);
      expect(words.test(said) && !said.includes('/in/'), `${words}: '${said}'`);
    }
    expect(makers.rig([bareScene(core, 'tube')], { template: 'snake' }).joints.length > 2, 'and goes on');
  });
}

async function testStages(core, makers, { body, rig }) {
  await test('undo goes from a rigged mesh back to the bare one, and survives being saved', () => {
    core.open([body]);
    core.stages.setRigSketch(JSON.stringify(rig), 'Rig it');
    const bare = core.stateHash();
    core.stages.advance('Bind', { name: 'creature.glb', bytes: makers.bind([body], rig.joints).file });
    core.rotateJoint(3, [10, 0, 0]);
    const bound = core.stateHash();
    const names = core.history().undo;
    expect(names.length === 3 && names[1] === 'Bind' && names[2] === 'Rig it', names.join(', '));

    const [work, steps] = [core.serialise(), core.serialiseHistory()];
    core.openScene('tube');
    expect(core.history().undo.length === 0, 'another document has another past');
    core.restore(work);
    core.restoreHistory(steps);
    expect(core.stateHash() === bound && core.history().undo.join() === names.join(), 'as it was saved');

    core.undo();
    expect(core.stages.crosses('undo'), 'the next step leads to the bare mesh');
    core.undo();
    expect(core.stateHash() === bare && core.stages.rigSketch() !== '', 'the mesh with its joints');
    core.undo();
    expect(core.stages.rigSketch() === '' && core.undo() === null, 'the mesh alone');
    for (const step of ['Rig it', 'Bind']) expect(core.redo() === step, step);
    core.redo();
    expect(core.stateHash() === bound, 'and all of it again');
  });

  await test('a new step before makes what came after unreachable', () => {
    core.undo();
    core.undo();
    core.stages.setRigSketch('{}', 'Move a joint');
    expect(!core.stages.crosses('redo') && core.redo() === null, 'nothing to do again');
    expect(core.history().redo.length === 0, core.history().redo.join());
  });

  await test('damaged steps are refused, and the document is as it was', () => {
    const before = core.stateHash();
    const steps = core.serialiseHistory();
    for (const size of [0, 9, steps.length - 1])
      expect(refusal(() => core.restoreHistory(steps.subarray(0, size))) !== '', `${size} bytes`);
    expect(core.stateHash() === before, 'as it was');
  });
}

async function testPerson(makers, data) {
  const path = join(data, 'smpl-man/human_man.obj');
  if (!existsSync(path)) return;
  await test('a scanned person is found to be a biped, sure and symmetric', () => {
    const rig = makers.rig([{ name: 'human_man.obj', bytes: readFileSync(path) }], { template: 'auto' });
    expect(rig.template === 'biped' && rig.symmetric && rig.confidence > 0.8, JSON.stringify(rig.reasons));
  });
}

export async function runMakerTests(core, createMakers, program, data) {
  const told = [];
  const makers = await createMakers({ onProgress: (part) => told.push(part) });
  const found = await testRig(core, makers, told);
  await testProgram(program, found);
  await testDress(core, makers);
  await testRefusals(core, makers);
  await testStages(core, makers, found);
  await testPerson(makers, data);
}
