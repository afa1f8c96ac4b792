// Flesh made in WebAssembly: the program's, played by the document, taken back, and refused in words.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from './expect.mjs';

// Of the largest move: sums are added in another order by vectors of another length, and targets are
// written in steps of 3e-5 of the largest, so that a number next to the middle of two may fall to either.
const likeness = 1e-4;

/** The flesh of a joint as settings have it, with its moves as numbers: target after target. */
function fleshOf(settings, name) {
  const joint = settings.flesh.find((entry) => entry.joint === name);
  const steps = new Int16Array(Uint8Array.from(Buffer.from(joint.moves, 'base64')).buffer);
  const perTarget = steps.length / joint.targets;
  const moves = Array.from(steps, (step, i) => (step / 32767) * joint.largest[Math.floor(i / perTarget)]);
  return { ...joint, moves, perTarget };
}

function settingsIn(file) {
  const bytes = readFileSync(file);
  const length = bytes.readUInt32LE(12);
  const { scenes } = JSON.parse(bytes.subarray(20, 20 + length).toString());
  return scenes[0].extras.isoskin;
}

const largest = (numbers) => numbers.reduce((most, x) => Math.max(most, Math.abs(x)), 0);

function bentArm(core) {
  core.setClip(-1);
  core.rotateJoint(1, [0, 0, 125]);
  core.setPanes(['isoskin', 'linear', 'normal']);
  const { panes } = core.frame();
  return { panes, shape: Array.from(core.buffers(0, 0).positions) };
}

export async function runFleshTests(core, CoreError, makeMakers, program) {
  const folder = mkdtempSync(join(tmpdir(), 'isoskin-flesh-'));
  const told = [];
  const parts = [];
  const makers = await makeMakers({
    onProgress: (part) => parts.push(part),
    onNews: (text) => told.push(JSON.parse(text)),
  });
  core.openScene('arm');
  const file = { name: 'arm.glb', bytes: core.export('character-glb').bytes };
  const wish = { joints: ['elbow'], quality: 'draft' };

  try {
    await test('a plan names every joint that moves flesh, and says why one is left', () => {
      const plan = makers.planFlesh([file], {});
      expect(plan.map(({ joint }) => joint).join() === 'elbow,wrist', `planned ${JSON.stringify(plan)}`);
      expect(
        plan.every(({ trouble }) => trouble === ''),
        'both can be simulated',
      );
      const still = makers.planFlesh([file], { joints: ['elbow'], range: 0.5 });
      expect(still[0].range[0] === 0.5, `asked for half a radian: ${still[0].range}`);
    });
    await test('flesh made here is the program’s, up to rounding', () => {
      const reports = makers.makeFlesh([file], wish);
      expect(reports.length === 1 && reports[0].simulated, JSON.stringify(reports));
      expect(told.length === 1 && told[0].joint === 'elbow', 'told of the joint when it was done');
      expect(
        parts.every((part, i) => i === 0 || part >= parts[i - 1]) && parts.at(-1) === 1,
        'progress goes up to its end',
      );
      const out = join(folder, 'arm-flesh.glb');
      const input = join(folder, 'arm.glb');
      execFileSync(program, ['demo', 'arm', '-o', input, '--quiet']);
      execFileSync(program, ['flesh', input, '-o', out, '--joints', 'elbow', '--quality', 'draft', '--quiet']);
      const [here, there] = [JSON.parse(told[0].flesh), settingsIn(out)].map((s) => fleshOf(s, 'elbow'));
      expect(here.vertices === there.vertices && here.targets === there.targets, 'the same vertices and targets');
      const gap = largest(here.moves.map((x, i) => x - there.moves[i]));
      const move = largest(there.moves);
      console.log(`# flesh: off by ${(gap / move).toExponential(1)} of the largest move`);
      expect(gap <= likeness * move, `off by ${gap} of ${move}`);
    });
    await test('flesh that is added mends the crook at the same volume; undo takes it back', () => {
      core.openScene('arm');
      const before = bentArm(core);
      const crossed = core.flesh.crossings(0);
      expect(crossed.pairs > 20, `${crossed.pairs} pairs cross without flesh`);
      expect(crossed.bindPairs === 0, 'none cross in the bind shape');
      const hash = core.stateHash();
      core.flesh.add(told[0].flesh);
      expect(core.settings().method === 'flesh', 'flesh is the method then');
      const after = bentArm(core);
      expect(Math.abs(after.panes[0].error) < 1e-6, `error ${after.panes[0].error}`);
      const [fleshed, linear, normal] = [0, 1, 2].map((pane) => core.flesh.crossings(pane).pairs);
      expect(fleshed === 0, `${fleshed} pairs cross with flesh`);
      expect(linear > 20 && normal === crossed.pairs, `linear ${linear}, without flesh ${normal}`);
      expect(core.history().undo.includes('Flesh of elbow'), core.history().undo.join());
      while (core.stateHash() !== hash && core.undo());
      expect(core.flesh.carried().length === 0, 'nothing is carried');
      const again = bentArm(core);
      expect(
        again.shape.every((x, i) => x === before.shape[i]),
        'the shape from before, bit for bit',
      );
    });
    await test('flesh goes with saved work, with its history, and with exports', () => {
      core.openScene('arm');
      core.flesh.add(told[0].flesh);
      const { shape } = bentArm(core);
      const work = core.serialise();
      const history = core.serialiseHistory();
      core.openScene('tube');
      core.restore(work);
      core.restoreHistory(history);
      expect(bentArm(core).shape.every((x, i) => x === shape[i]), 'the same bits');
      while (core.undo());
      expect(core.flesh.carried().length === 0, 'undone after it was restored');
      while (core.redo());
      const { bytes } = core.export('character-glb');
      const baked = core.export('baked-glb').bytes;
      core.open([{ name: 'arm.glb', bytes }]);
      expect(core.flesh.carried().length === 1 && core.findings().flesh === 1, 'the file carries it');
      core.open([{ name: 'baked.glb', bytes: baked }]);
      expect(core.findings().baked !== '', 'a bake says that it is one');
    });
    await test('flesh is removed joint by joint, and another method plays none', () => {
      core.openScene('arm');
      core.flesh.add(told[0].flesh);
      core.flesh.drop(1);
      expect(core.flesh.carried().length === 0, 'none is carried');
      expect(core.settings().method === 'normal', `its method is ${core.settings().method}`);
      core.undo();
      expect(core.flesh.carried().length === 1 && core.settings().method === 'flesh', 'and back');
    });
    await test('what cannot be simulated or does not fit is refused in words', () => {
      const refused = (run, words) => {
        try {
          run();
        } catch (error) {
          expect(words.test(error.message), error.message);
          return;
        }
        expect(false, `refused: ${words}`);
      };
      refused(() => makers.makeFlesh([file], { joints: ['tail'] }), /no joint 'tail'/);
      refused(() => makers.makeFlesh([file], { joints: ['shoulder'] }), /moves no flesh/);
      refused(() => core.flesh.add('{"isoskin_volume": 3}'), /no flesh/);
      refused(() => core.flesh.add('not JSON'), /./);
      core.openScene('tube');
      refused(() => core.flesh.add(told[0].flesh), /elbow/);
      expect(core.flesh.carried().length === 0, 'and nothing was changed');
      refused(() => core.flesh.crossings(3), /not shown/);
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}
