// Issue 18, point 7: where memory ends, what was open stays open.
import { expect, test } from './expect.mjs';

const allowance = 4; // small blocks left free, for the words of a refusal

/** Takes all the memory the core can have; returns what was taken. */
function fillMemory(calls) {
  const blocks = [];
  for (let size = 2 ** 28; size >= 2 ** 12; size /= 2)
    for (let block = calls.value('allocate', size); block !== 0; block = calls.value('allocate', size))
      blocks.push(block);
  for (const block of blocks.splice(-allowance)) calls.value('release', block);
  return blocks;
}

/** `core` is one of its own: its memory stays as large as it became. */
export async function runMemoryTests(core, CoreError) {
  await test('a frame without memory is refused in words, and the document is as it was', () => {
    core.openScene('creature');
    core.setPanes(['isoskin']);
    core.frame();
    const before = core.stateHash();
    const taken = fillMemory(core.calls);
    core.setPanes(['isoskin', 'linear', 'dual', 'axes']);
    let refusal = null;
    try {
      core.frame();
    } catch (error) {
      refusal = error;
    }
    for (const block of taken) core.calls.value('release', block);
    expect(refusal instanceof CoreError && refusal.kind === 'unsupported', String(refusal));
    expect(/not enough memory/.test(refusal?.message), String(refusal));
    expect(core.frame().panes.length === 4, 'with memory it is drawn');
    expect(core.stateHash() === before, 'the document is as it was');
  });
}
