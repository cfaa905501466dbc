import type { Material, Mesh } from 'three';
import { part } from '../geometry/assembly.ts';
import { patch, type Surface } from '../geometry/surface.ts';
import { seam } from '../materials/paint.ts';

type Range = readonly [number, number];

/** A line across a skin at one station, `width` in the skin's own parameter. */
export function seamAcross(skin: Surface, u: number, v: Range, width = 0.003, ink: Material = seam): Mesh {
  return part(patch(skin, { u: [u - width / 2, u + width / 2], v, steps: [1, 56], lift: 0.0008 }), ink);
}

export function seamAlong(skin: Surface, u: Range, v: number, width = 0.003, ink: Material = seam): Mesh {
  return part(patch(skin, { u, v: [v - width / 2, v + width / 2], steps: [48, 1], lift: 0.0008 }), ink);
}

/** The outline of a hatch. */
export function hatch(skin: Surface, u: Range, v: Range, width = 0.003, ink: Material = seam): Mesh[] {
  return [
    seamAcross(skin, u[0], v, width, ink),
    seamAcross(skin, u[1], v, width, ink),
    seamAlong(skin, u, v[0], width, ink),
    seamAlong(skin, u, v[1], width, ink),
  ];
}

/** A painted area or lettering that follows the skin. */
export function painted(
  skin: Surface,
  u: Range,
  v: Range,
  ink: Material,
  mirror: 's' | 't' | 'both' | 'none' = 'none',
): Mesh {
  const mirrorS = mirror === 's' || mirror === 'both';
  const mirrorT = mirror === 't' || mirror === 'both';
  return part(patch(skin, { u, v, steps: [24, 24], lift: 0.0012, mirrorS, mirrorT }), ink);
}
