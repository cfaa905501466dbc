import { Vector3 } from 'three';
import type { Surface } from './surface.ts';

/** One rib of a body that runs from the nose (+x) to the tail. */
export interface Rib {
  readonly x: number;
  readonly y: number;
  readonly halfWidth: number;
  readonly up: number;
  readonly down: number;
  /** 2 is an ellipse, 4 a soft rectangle. */
  readonly corner: number;
}

function spline(a: number, b: number, c: number, d: number, t: number): number {
  return (
    0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t * t + (3 * b - a - 3 * c + d) * t * t * t)
  );
}

function rib(ribs: readonly Rib[], index: number): Rib {
  const found = ribs[Math.min(ribs.length - 1, Math.max(0, index))];
  if (!found) throw new Error('A loft needs at least one rib.');
  return found;
}

function blended(ribs: readonly Rib[], u: number): Rib {
  const place = Math.min(1, Math.max(0, u)) * (ribs.length - 1);
  const index = Math.min(ribs.length - 2, Math.floor(place));
  const t = place - index;
  const four = [-1, 0, 1, 2].map((offset) => rib(ribs, index + offset));
  const mix = (pick: (one: Rib) => number): number => {
    const [a = 0, b = 0, c = 0, d = 0] = four.map(pick);
    return spline(a, b, c, d, t);
  };
  return {
    x: mix((one) => one.x),
    y: mix((one) => one.y),
    halfWidth: Math.max(
      0,
      mix((one) => one.halfWidth),
    ),
    up: Math.max(
      0,
      mix((one) => one.up),
    ),
    down: Math.max(
      0,
      mix((one) => one.down),
    ),
    corner: mix((one) => one.corner),
  };
}

function rounded(value: number, corner: number): number {
  return Math.sign(value) * Math.abs(value) ** (2 / corner);
}

/** Skin over ribs. Around the body v is 0 at the left, 0.25 on top, 0.5 at the right, 0.75 below. */
export function loft(ribs: readonly Rib[]): Surface {
  return (u, v) => {
    const one = blended(ribs, u);
    const angle = 2 * Math.PI * v;
    const rise = rounded(Math.sin(angle), one.corner);
    const side = rounded(Math.cos(angle), one.corner);
    return new Vector3(one.x, one.y + rise * (rise >= 0 ? one.up : one.down), -one.halfWidth * side);
  };
}

/** The parameter of a loft at a station, to place seams and lettering in metres. */
export function stationOf(ribs: readonly Rib[], x: number): number {
  let low = 0;
  let high = 1;
  for (let round = 0; round < 40; round += 1) {
    const middle = (low + high) / 2;
    if (blended(ribs, middle).x > x) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}
