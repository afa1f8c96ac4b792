// Files that are dropped together, in any order.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from './expect.mjs';

const bytesOf = (text) => new TextEncoder().encode(text);

function orders(list) {
  if (list.length < 2) return [list];
  return list.flatMap((first, i) => orders(list.filter((_, j) => j !== i)).map((rest) => [first, ...rest]));
}

/** `folder` holds the wrapper as load_core.mjs compiles it. */
export async function runDroppedTests(folder) {
  const { sortDropped } = await import(pathToFileURL(join(folder, 'dropped_files.js')).href);
  const names = (list) => list.map((file) => file.name).sort().join(' ');

  await test('files dropped together are all used, in any order', () => {
    const files = [
      { name: 'Hero.GLTF', bytes: bytesOf('{}') },
      { name: 'hero.bin', bytes: bytesOf('') },
      { name: 'walk.bvh', bytes: bytesOf('') },
      { name: 'poses.json', bytes: bytesOf('{}') },
      { name: 'soft.json', bytes: bytesOf('{"isoskin_volume": 1}') },
    ];
    for (const order of orders(files)) {
      const { character, motions, settings, left } = sortDropped(order);
      expect(character[0].name === 'Hero.GLTF', 'the character is the first');
      expect(names(character) === 'Hero.GLTF hero.bin', names(character));
      expect(names(motions) === 'poses.json walk.bvh', names(motions));
      expect(names(settings) === 'soft.json' && left.length === 0, names(settings));
    }
  });
  await test('no file that was dropped is lost', () => {
    const endings = ['glb', 'vrm', 'obj', 'bvh', 'json', 'png', 'docx'];
    for (let mask = 1; mask < 1 << endings.length; mask += 1) {
      const files = endings
        .filter((_, i) => (mask >> i) & 1)
        .map((ending) => ({ name: `a.${ending}`, bytes: bytesOf('') }));
      const { character, motions, settings, left } = sortDropped(files);
      const all = [...character, ...motions, ...settings, ...left];
      expect(names(all) === names(files), `${names(files)} became ${names(all)}`);
    }
  });
}
