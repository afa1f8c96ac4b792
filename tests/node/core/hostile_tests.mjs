// Broken files give a sentence, and the core lives on.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, test } from './expect.mjs';

function filesBelow(folder) {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? filesBelow(path) : [path];
  });
}

// As a person drops a folder: the file first, its neighbours with it.
function dropped(path) {
  const neighbours = readdirSync(dirname(path)).map((name) => join(dirname(path), name));
  const small = neighbours.filter((other) => other !== path && statSync(other).isFile() && statSync(other).size < 1e6);
  return [path, ...small.slice(0, 12)].map((file) => ({ name: basename(file), bytes: readFileSync(file) }));
}

function tryAll(core, CoreError, paths) {
  const counts = { opened: 0, refused: 0 };
  for (const path of paths) {
    const [main, ...others] = dropped(path);
    try {
      core.open([main, ...others.filter((file) => !/\.(glb|gltf|vrm|obj|bvh)$/i.test(file.name))]);
      core.frame();
      counts.opened += 1;
    } catch (failure) {
      counts.refused += 1;
      expect(failure instanceof CoreError, `${path}: ${failure}`);
      expect(failure.kind !== 'internal', `${path}: ${failure.message}`);
      expect(failure.message.length > 10, `${path} is refused without a sentence`);
      expect(!failure.message.includes('\n'), `${path}: ${failure.message}`);
    }
  }
  return counts;
}

// Bytes that are nearly right are worse than noise.
function damagedCopies(core) {
  core.openScene('tube');
  const whole = core.export('character-glb').bytes;
  const copies = [whole.slice(0, 0), whole.slice(0, 11), whole.slice(0, whole.length >> 1)];
  for (let i = 0; i < 60; i += 1) {
    const copy = whole.slice();
    copy[(i * 7919) % copy.length] ^= 1 << i % 8;
    copies.push(copy);
  }
  return copies;
}

export async function runHostileTests(core, CoreError, data) {
  for (const name of ['hostile-gltf-validator-a', 'hostile-assimp-a']) {
    const folder = join(data, name);
    if (!existsSync(folder)) continue;
    await test(`every file of ${name} is opened or refused in words`, () => {
      const counts = tryAll(core, CoreError, filesBelow(folder));
      console.log(`    ${counts.opened} opened, ${counts.refused} refused`);
      expect(counts.refused > 10, 'some are refused');
    });
  }
  await test('damaged copies of a good file do no harm', () => {
    for (const bytes of damagedCopies(core)) {
      try {
        core.open([{ name: 'copy.glb', bytes }]);
        core.frame();
      } catch (failure) {
        expect(failure instanceof CoreError && failure.kind !== 'internal', `${failure.message}`);
      }
    }
  });
  await test('a refused file leaves the open one as it was', () => {
    core.openScene('arm');
    core.setPanes(['isoskin']);
    const hash = core.stateHash();
    expect(throws(() => core.open([{ name: 'a.glb', bytes: new Uint8Array(64) }])), 'zeros are refused');
    expect(throws(() => core.restore(new Uint8Array(64))), 'so are zeros as saved work');
    expect(throws(() => core.setSettingsJson('{"isoskin_volume": 1, "method": "magic"}')), 'so is magic');
    expect(throws(() => core.setJointSettings(1, { flexor: 7 })), 'so is a flexor of 7');
    expect(throws(() => core.rotateJoint(999, [0, 0, 0])), 'so is a joint that is not there');
    expect(throws(() => core.setClip(99)), 'so is a clip that is not there');
    expect(core.stateHash() === hash, 'nothing changed');
    expect(Math.abs(core.frame().panes[0].error) < 1e-6, 'and it still holds its volume');
  });
}

function throws(call) {
  try {
    call();
    return false;
  } catch (failure) {
    return failure.kind !== 'internal';
  }
}
