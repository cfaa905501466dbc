import type { Group } from 'three';
import { assembly, part, ring } from '../geometry/assembly.ts';
import { block } from '../geometry/solids.ts';
import { disc, turned } from '../geometry/lathe.ts';
import { aluminium, anodised, copper, darkSeam, graphite, orange } from '../materials/paint.ts';

/** An outrunner about the y axis, foot at the origin. Its top, where the propeller sits, is at `height`. */
export function motor(radius: number, height: number): Group {
  const r = radius;
  const h = height;
  const base = part(
    turned([
      [0, 0],
      [r * 0.82, 0],
      [r * 0.9, h * 0.06],
      [r * 0.9, h * 0.16],
      [r * 0.6, h * 0.2],
    ]),
    aluminium,
  );
  const stator = part(disc(r * 0.8, h * 0.2, 0.05), copper, [0, h * 0.24, 0]);
  const bell = part(
    turned([
      [r * 0.8, h * 0.26],
      [r, h * 0.28],
      [r, h * 0.66],
      [r * 0.95, h * 0.72],
      [r * 0.46, h * 0.86],
      [r * 0.3, h * 0.88],
      [0, h * 0.88],
    ]),
    anodised,
  );
  const trim = part(
    turned([
      [r * 1.004, h * 0.54],
      [r * 1.012, h * 0.55],
      [r * 1.012, h * 0.59],
      [r * 1.004, h * 0.6],
    ]),
    orange,
  );
  const vents = ring(9, 0, () =>
    part(block([r * 0.34, h * 0.03, r * 0.13], 0.4), darkSeam, [r * 0.68, h * 0.797, 0], [0, 0, -0.28]),
  );
  const shaft = part(disc(r * 0.2, h * 0.24, 0.1), aluminium, [0, h * 0.88, 0]);
  return assembly(base, stator, bell, trim, vents, shaft);
}

/** The pod that carries a motor at the end of an arm. */
export function motorMount(radius: number, depth: number): Group {
  const shell = part(
    turned([
      [0, -depth],
      [radius * 0.72, -depth],
      [radius * 0.98, -depth * 0.72],
      [radius * 1.06, -depth * 0.1],
      [radius * 0.98, 0],
      [0, 0],
    ]),
    graphite,
  );
  return assembly(shell);
}
