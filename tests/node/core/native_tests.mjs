// The page's numbers beside those of the native program.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from './expect.mjs';

const readOutTolerance = 1e-5;

/** What `isoskin pose` says and writes for a file and a pose. */
function poseNatively(program, file, folder, words) {
  const out = join(folder, 'posed.obj');
  rmSync(out, { force: true });
  const text = execFileSync(program, ['pose', file, '-o', out, '--json', '--quiet', ...words]);
  return { figures: JSON.parse(text.toString()), positions: objPositions(readFileSync(out, 'utf8')) };
}

function objPositions(text) {
  const numbers = [];
  for (const line of text.split('\n'))
    if (line.startsWith('v ')) numbers.push(...line.slice(2).split(' ').slice(0, 3).map(Number));
  return numbers;
}

function compare(core, native, words, label) {
  core.setPanes(['isoskin', 'linear']);
  const [own, linear] = core.frame().panes;
  const { figures, positions } = native;
  const close = (a, b) => Math.abs(a - b) <= readOutTolerance;
  expect(close(own.error, figures.corrected_error), `${label}: isoskin ${own.error}`);
  expect(close(linear.error, figures.skinned_error), `${label}: plain ${linear.error} and ${figures.skinned_error}`);
  expect(close(own.target / figures.target_volume, 1), `${label}: target ${own.target}`);
  const text = new TextDecoder().decode(core.export('posed-obj').bytes);
  const here = objPositions(text);
  expect(here.length === positions.length, `${label}: as many vertices`);
  const size = Math.max(...positions) - Math.min(...positions);
  const gap = positions.reduce((most, x, i) => Math.max(most, Math.abs(x - here[i])), 0);
  expect(gap <= readOutTolerance * size, `${label}: positions off by ${gap} of ${size}`);
}

export async function runNativeTests(core, program, data) {
  const folder = mkdtempSync(join(tmpdir(), 'isoskin-node-'));
  try {
    await test('the read-out of the creature is that of the native program', () => {
      const file = join(folder, 'creature.glb');
      execFileSync(program, ['demo', 'creature', '-o', file, '--quiet']);
      core.open([{ name: 'creature.glb', bytes: readFileSync(file) }]);
      for (const time of [0, 0.37, 0.87, 1.2]) {
        core.setTime(time);
        const words = ['--clip', 'walk', '--time', String(time)];
        compare(core, poseNatively(program, file, folder, words), words, `walk at ${time}`);
      }
      core.setClip(-1);
      const joint = core.joints().findIndex((entry) => entry.name === 'trunk_2');
      core.rotateJoint(joint, [40, -20, 75]);
      const words = ['--rotate', 'trunk_2=40,-20,75'];
      compare(core, poseNatively(program, file, folder, words), words, 'trunk turned');
    });
    await test('a bake taken home is not corrected again, by page or program', () => {
      core.openScene('arm');
      const { bytes } = core.export('baked-glb');
      const file = join(folder, 'arm-baked.glb');
      writeFileSync(file, bytes);
      const info = JSON.parse(execFileSync(program, ['info', file, '--json', '--quiet']).toString());
      expect(info.clips.length > 0, 'the program reads it');
      core.open([{ name: 'arm-baked.glb', bytes }]);
      expect(core.settings().method === 'none', `its settings say ${core.settings().method}`);
    });
    await test('a bake opened again says so, and the correction can be taken out', () => {
      const file = join(folder, 'arm.glb');
      const baked = join(folder, 'arm-by-program.glb');
      execFileSync(program, ['demo', 'arm', '-o', file, '--quiet']);
      execFileSync(program, ['bake', file, '-o', baked, '--quiet']);
      expect(core.open([{ name: 'arm.glb', bytes: readFileSync(file) }]).baked === '', 'not before');
      const shape = core.stateHash();
      const found = core.open([{ name: 'arm.glb', bytes: readFileSync(baked) }]);
      expect(/ was baked: its targets would be measured as its shape/.test(found.baked), found.baked);
      expect(core.stripCorrection().baked === '', 'nothing is left of it');
      expect(core.stateHash() === shape, 'it is the document of before, bit for bit');
    });
    await test('so are those of files from elsewhere', () => {
      for (const [name, clip] of [['fox-khronos/Fox.glb', 'Run'], ['cesium-man/CesiumMan.glb', '0']]) {
        const file = join(data, name);
        if (!existsSync(file)) continue;
        core.open([{ name, bytes: readFileSync(file) }]);
        const index = core.clips().findIndex((entry) => entry.name === clip);
        core.setClip(Math.max(index, 0));
        core.setTime(0.3);
        const words = ['--clip', clip, '--time', '0.3'];
        compare(core, poseNatively(program, file, folder, words), words, name);
      }
    });
    await test('a settings file of the page does the same in the program', () => {
      core.openScene('arm');
      core.setSettings({ effect: 'muscle', smoothing: 0.7 });
      core.setJointSettings(1, { profile: [{ place: -0.4, amount: 0.3 }, { place: 0.2, amount: 1 }] });
      core.setTime(0.5);
      const [file, settings] = [join(folder, 'arm.glb'), join(folder, 'arm.json')];
      writeFileSync(settings, core.export('settings-json').bytes);
      execFileSync(program, ['demo', 'arm', '-o', file, '--quiet']);
      const words = ['--clip', '0', '--time', '0.5', '--settings', settings];
      compare(core, poseNatively(program, file, folder, words), words, 'arm with settings');
    });
    await test('files taken home are read by the program', () => {
      core.openScene('arm');
      for (const kind of ['character-glb', 'baked-glb', 'posed-glb', 'posed-obj']) {
        const made = core.export(kind);
        const file = join(folder, made.name);
        writeFileSync(file, made.bytes);
        const info = JSON.parse(execFileSync(program, ['info', file, '--json']).toString());
        expect(info.meshes.length === 1 && info.meshes[0].closed, `${kind} is a closed mesh`);
      }
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
