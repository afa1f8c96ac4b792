import type { CarriedFlesh } from '../core/flesh';
import type { FinishedFlesh } from '../core/makers';

const degrees = (angle: number): string => `${Math.round((180 * angle) / Math.PI)}°`;

/** As "130° and 30° back, 20° to each side". */
export function rangeWords(range: readonly number[]): string {
  const [forth = 0, back = 0, left = 0, right = 0] = range;
  const along = `${degrees(forth)} and ${degrees(back)} back`;
  const across = Math.max(left, right) > 0.02 ? `, ${degrees(left)} and ${degrees(right)} across` : '';
  return along + across;
}

export function carriedWords({ range, targets }: CarriedFlesh): string {
  return `Simulated through ${rangeWords(range)}; ${targets} targets play it.`;
}

/** What the simulation of a joint did for its skin. */
export function mendedWords({ crossings, bends, roughness }: FinishedFlesh): string {
  const smoother = roughness.linear > 0 ? Math.round(100 * (roughness.flesh / roughness.linear - 1)) : 0;
  const change =
    smoother === 0 ? 'as smooth' : `${Math.abs(smoother)} % ${smoother < 0 ? 'smoother' : 'rougher'}`;
  return `Pairs that cross over ${bends} bends: ${crossings.linear} by plain skinning, ${crossings.flesh} now; ${change}.`;
}

/** A time that nobody knows exactly. */
export function aboutSeconds(seconds: number): string {
  if (seconds < 5) return 'a few seconds';
  if (seconds < 55) return `about ${5 * Math.round(seconds / 5)} s`;
  const minutes = Math.round(seconds / 60);
  return minutes <= 1 ? 'about a minute' : `about ${minutes} minutes`;
}
