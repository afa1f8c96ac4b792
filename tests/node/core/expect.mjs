// The little that tests of the core need of a test runner: names, checks, a summary.
let failures = 0;
let checks = 0;

export function expect(holds, sentence) {
  checks += 1;
  if (holds) return;
  failures += 1;
  console.error(`  failed: ${sentence}`);
}

export async function test(name, body) {
  const before = failures;
  const start = performance.now();
  try {
    await body();
  } catch (failure) {
    failures += 1;
    console.error(`  failed: ${failure.stack ?? failure}`);
  }
  const verdict = failures === before ? 'ok' : 'FAILED';
  console.log(`${verdict}  ${name} (${(performance.now() - start).toFixed(0)} ms)`);
}

export function finish() {
  console.log(`${checks} checks, ${failures} failed`);
  process.exit(failures === 0 ? 0 : 1);
}

/** Same seed, same numbers: 0 ≤ x < 1. */
export function dice(seed) {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 4294967296;
  };
}
