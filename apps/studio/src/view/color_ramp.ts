import * as THREE from 'three';

type Stop = readonly [number, number, number];

// The colours of `isoskin render`: ColorBrewer's RdBu (Brewer 2003) with red as the high end, and
// matplotlib's magma (Smith and van der Walt 2015) without its black.
const diverging: readonly Stop[] = [
  [5, 70, 140],
  [33, 102, 172],
  [67, 147, 195],
  [146, 197, 222],
  [247, 247, 247],
  [244, 165, 130],
  [214, 96, 77],
  [178, 24, 43],
  [120, 0, 25],
];
const sequential: readonly Stop[] = [
  [44, 30, 92],
  [68, 28, 112],
  [98, 28, 128],
  [135, 40, 129],
  [183, 55, 121],
  [229, 80, 100],
  [251, 135, 97],
  [254, 194, 135],
  [252, 253, 191],
];

export interface Ramp {
  readonly stops: readonly Stop[];
  readonly low: number;
  readonly high: number;
}

export const heatRamp: Ramp = { stops: diverging, low: -0.15, high: 0.15 };
export const weightRamp: Ramp = { stops: sequential, low: 0, high: 1 };
export const paintedRamp: Ramp = { stops: sequential, low: 0, high: 2 };

/** The ramp as CSS, low end first. */
export function rampGradient(ramp: Ramp, direction: string): string {
  return `linear-gradient(${direction}, ${ramp.stops.map((stop) => `rgb(${stop.join(' ')})`).join(', ')})`;
}

export function rampTexture(ramp: Ramp): THREE.DataTexture {
  const data = new Uint8Array(ramp.stops.flatMap((stop) => [...stop, 255]));
  const texture = new THREE.DataTexture(data, ramp.stops.length, 1);
  texture.colorSpace = THREE.SRGBColorSpace;
  texture.minFilter = THREE.LinearFilter;
  texture.magFilter = THREE.LinearFilter;
  texture.needsUpdate = true;
  return texture;
}
