import type { Method } from '../core/core';

export const methodNames: Readonly<Record<Method, string>> = {
  isoskin: 'isoskin',
  linear: 'Plain skinning',
  dual: 'Dual quaternion',
  rigid: 'Rigid',
  axes: 'Three exact axes',
  free: 'Along the gradient',
  'linear-normal': 'Linearised, normals',
  'linear-axes': 'Linearised, axes',
  normal: 'Without flesh',
};

export const methods = Object.keys(methodNames) as Method[];

/** An error as the read-out shows it: signed, in percent, never "-0". */
export function percent(error: number, digits: number): string {
  const text = (100 * error).toFixed(digits);
  if (Number(text) === 0) return (0).toFixed(digits);
  return text.startsWith('-') ? `\u2212${text.slice(1)}` : `+${text}`;
}

/** A share as people say it: two digits, and small ones as "< 0.1 %". */
export function percentOf(share: number): string {
  const value = 100 * share;
  if (value > 0 && value < 0.1) return '< 0.1 %';
  return `${value.toFixed(value < 10 ? 1 : 0)} %`;
}

export function plain(value: number, digits = 3): string {
  if (!Number.isFinite(value)) return '–';
  const text = value.toFixed(digits);
  return text.includes('.') ? text.replace(/\.?0+$/, '').replace(/^-0$/, '0') : text;
}

export function significant(value: number): string {
  return Number(value.toPrecision(5)).toLocaleString('en', { maximumSignificantDigits: 5 });
}

export function seconds(time: number): string {
  return `${time.toFixed(2)} s`;
}

/** Joint names as people read them: `leg_fl_upper` becomes "leg fl upper". */
export function readable(name: string): string {
  return name.replace(/[_]+/g, ' ').replace(/^mixamorig:?/i, '');
}
