import type { Group } from 'three';
import { assembly, mirrored, part, placed, ring } from '../geometry/assembly.ts';
import { loft, stationOf, type Rib } from '../geometry/loft.ts';
import { bentTube, block, rod } from '../geometry/solids.ts';
import { disc } from '../geometry/lathe.ts';
import { patch } from '../geometry/surface.ts';
import { lettering } from '../materials/lettering.ts';
import { aluminium, graphite, midGrey, moulded, orange, white } from '../materials/paint.ts';
import { lens } from '../parts/lens.ts';
import { motor } from '../parts/motor.ts';
import { propeller, restingTurn } from '../parts/propeller.ts';
import { painted, seamAlong } from '../parts/seams.ts';
import { around, grounded, type Product } from './product.ts';

const ribs: readonly Rib[] = [
  { x: 0.19, y: 0.006, halfWidth: 0, up: 0, down: 0, corner: 2 },
  { x: 0.178, y: 0.004, halfWidth: 0.036, up: 0.022, down: 0.024, corner: 2.2 },
  { x: 0.12, y: 0, halfWidth: 0.072, up: 0.046, down: 0.044, corner: 2.4 },
  { x: 0.02, y: 0, halfWidth: 0.088, up: 0.06, down: 0.052, corner: 2.5 },
  { x: -0.09, y: 0, halfWidth: 0.08, up: 0.054, down: 0.05, corner: 2.5 },
  { x: -0.165, y: 0.004, halfWidth: 0.054, up: 0.034, down: 0.034, corner: 2.3 },
  { x: -0.19, y: 0.006, halfWidth: 0, up: 0, down: 0, corner: 2 },
];

const float: readonly Rib[] = [
  { x: 0.17, y: 0.024, halfWidth: 0, up: 0, down: 0, corner: 2 },
  { x: 0.155, y: 0.014, halfWidth: 0.016, up: 0.014, down: 0.012, corner: 2 },
  { x: 0.08, y: 0, halfWidth: 0.028, up: 0.026, down: 0.024, corner: 2.2 },
  { x: -0.08, y: 0, halfWidth: 0.028, up: 0.026, down: 0.024, corner: 2.2 },
  { x: -0.14, y: 0.006, halfWidth: 0.017, up: 0.015, down: 0.013, corner: 2 },
  { x: -0.155, y: 0.012, halfWidth: 0, up: 0, down: 0, corner: 2 },
];

function hull(): Group {
  const skin = loft(ribs);
  const at = (x: number): number => stationOf(ribs, x);
  const name = lettering('PELICAN', 3.6, '#23272c', 800);
  return assembly(
    part(patch(skin, { steps: [60, 56] }), white),
    painted(skin, [at(0.186), at(-0.186)], [0.545, 0.955], orange),
    seamAlong(skin, [at(0.17), at(-0.17)], 0.52, 0.006),
    seamAlong(skin, [at(0.17), at(-0.17)], -0.02, 0.006),
    painted(skin, [at(0.05), at(-0.045)], [0.42, 0.475], name, 'both'),
    painted(skin, [at(0.05), at(-0.045)], [0.025, 0.08], name),
    painted(skin, [at(0.165), at(0.11)], [0.14, 0.36], moulded),
    part(disc(0.03, 0.012, 0.3), orange, [-0.06, 0.058, 0]),
    part(block([0.012, 0.01, 0.046], 0.4), moulded, [-0.06, 0.065, 0]),
    placed(lens(0.016), [0.197, 0.004, 0]),
  );
}

function arm(index: number, degrees: number): Group {
  const shell = loft([
    { x: 0.285, y: 0.03, halfWidth: 0, up: 0, down: 0, corner: 2 },
    { x: 0.276, y: 0.03, halfWidth: 0.019, up: 0.011, down: 0.016, corner: 2.2 },
    { x: 0.25, y: 0.03, halfWidth: 0.024, up: 0.013, down: 0.02, corner: 2.3 },
    { x: 0.2, y: 0.024, halfWidth: 0.016, up: 0.012, down: 0.014, corner: 2.3 },
    { x: 0.12, y: 0.012, halfWidth: 0.022, up: 0.018, down: 0.018, corner: 2.3 },
    { x: 0.04, y: 0, halfWidth: 0.036, up: 0.028, down: 0.028, corner: 2.3 },
  ]);
  const blades = placed(
    propeller({ diameter: 10, pitch: 4.5, clockwise: index % 2 === 0, material: midGrey, chord: 1.15 }),
    [0.252, 0.08, 0],
  );
  blades.rotation.y = restingTurn(index, degrees);
  return assembly(
    part(patch(shell, { steps: [40, 32] }), white),
    placed(motor(0.02, 0.034), [0.252, 0.042, 0]),
    blades,
  );
}

/** Bait line: release claw under the belly, a short trace and a sinker. */
function release(): Group {
  return assembly(
    part(block([0.07, 0.022, 0.034], 0.3), graphite, [0, -0.055, 0]),
    part(block([0.018, 0.02, 0.02], 0.3), orange, [0.03, -0.07, 0]),
    part(
      bentTube(
        [
          [0.03, -0.078, 0],
          [0.045, -0.09, 0],
          [0.036, -0.106, 0],
          [0.02, -0.102, 0],
          [0.019, -0.094, 0],
        ],
        0.0025,
      ),
      aluminium,
    ),
  );
}

function undercarriage(): Group {
  const one = assembly(
    placed(assembly(part(patch(loft(float), { steps: [40, 36] }), orange)), [0, -0.118, 0.115]),
  );
  for (const x of [0.07, -0.07])
    one.add(part(rod([x * 0.8, -0.03, 0.055], [x, -0.1, 0.112], 0.008), graphite));
  return assembly(one, mirrored(one));
}

export function pelicanSurf(): Product {
  const body = grounded(assembly(hull(), ring(4, 42, arm), release(), undercarriage()));
  return {
    body,
    views: {
      'front-three-quarter': { azimuth: 24, elevation: 20 },
      detail: { azimuth: 12, elevation: 4, focus: around([0.04, 0.075, 0], [0.1, 0.12, 0.16]) },
    },
  };
}
