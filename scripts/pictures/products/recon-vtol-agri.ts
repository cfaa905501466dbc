import type { Group } from 'three';
import { aerofoil, closed } from '../geometry/aerofoil.ts';
import { assembly, mirrored, pair, part, placed } from '../geometry/assembly.ts';
import { loft, stationOf, type Rib } from '../geometry/loft.ts';
import { block, rod } from '../geometry/solids.ts';
import { disc } from '../geometry/lathe.ts';
import { patch } from '../geometry/surface.ts';
import { carbon } from '../materials/carbon.ts';
import { lettering } from '../materials/lettering.ts';
import { eucalypt, graphite, moulded, orange, rubber, white } from '../materials/paint.ts';
import { motor } from '../parts/motor.ts';
import { multispectralCamera, sunSensor } from '../parts/multispectral-camera.ts';
import { propeller } from '../parts/propeller.ts';
import { hatch, painted, seamAcross, seamAlong } from '../parts/seams.ts';
import { around, grounded, type Product } from './product.ts';

const boomSide = 0.38;
const tailX = -0.86;

const ribs: readonly Rib[] = [
  { x: 0.6, y: 0.008, halfWidth: 0.028, up: 0.028, down: 0.028, corner: 2 },
  { x: 0.58, y: 0.006, halfWidth: 0.036, up: 0.036, down: 0.038, corner: 2 },
  { x: 0.46, y: 0, halfWidth: 0.064, up: 0.058, down: 0.07, corner: 2.4 },
  { x: 0.24, y: 0, halfWidth: 0.082, up: 0.078, down: 0.086, corner: 2.9 },
  { x: 0.02, y: 0, halfWidth: 0.084, up: 0.084, down: 0.084, corner: 2.9 },
  { x: -0.2, y: 0.008, halfWidth: 0.068, up: 0.068, down: 0.066, corner: 2.5 },
  { x: -0.46, y: 0.026, halfWidth: 0.036, up: 0.034, down: 0.034, corner: 2.1 },
  { x: -0.74, y: 0.034, halfWidth: 0.024, up: 0.022, down: 0.022, corner: 2 },
  { x: -0.94, y: 0.036, halfWidth: 0.019, up: 0.018, down: 0.018, corner: 2 },
  { x: -0.95, y: 0.036, halfWidth: 0, up: 0, down: 0, corner: 2 },
];

function fuselage(): Group {
  const skin = loft(ribs);
  const at = (x: number): number => stationOf(ribs, x);
  const name = lettering('RECON AGRI', 5.2, '#23272c', 800);
  return assembly(
    part(patch(skin, { steps: [64, 56] }), white),
    painted(skin, [at(0.5), at(-0.34)], [0.59, 0.91], graphite),
    painted(skin, [at(0.575), at(0.5)], [0, 1], eucalypt),
    ...hatch(skin, [at(0.4), at(0.15)], [0.13, 0.37]),
    painted(skin, [at(0.39), at(0.16)], [0.45, 0.52], name, 'both'),
    painted(skin, [at(0.39), at(0.16)], [-0.02, 0.05], name),
    seamAcross(skin, at(-0.34), [0, 1], 0.0025),
    placed(sunSensor(), [-0.19, 0.074, 0]),
  );
}

function halfWing(side: 'left' | 'right'): Group {
  const skin = aerofoil(
    closed([
      { at: [0.06, 0.082, 0], chord: 0.27, thick: 0.13, camber: 0.025 },
      { at: [0.06, 0.082, boomSide], chord: 0.27, thick: 0.13, camber: 0.025 },
      { at: [0.05, 0.106, 1.1], chord: 0.16, thick: 0.11, camber: 0.02 },
    ]),
  );
  const step = 1 / 3;
  return assembly(
    part(patch(skin, { steps: [18, 36] }), white),
    part(patch(skin, { u: [1.86 * step, 1], steps: [18, 36], lift: 0.0012 }), eucalypt),
    part(patch(skin, { u: [1.8 * step, 1.84 * step], steps: [4, 36], lift: 0.0012 }), orange),
    seamAlong(skin, [1.3 * step, 1.76 * step], 0.135, 0.004),
    seamAcross(skin, 1.12 * step, [0, 1], 0.003),
    painted(
      skin,
      [1.25 * step, 1.6 * step],
      [0.22, 0.32],
      lettering('NANKEEN', 6.4, '#23272c', 800),
      side === 'left' ? 't' : 'both',
    ),
  );
}

/** High tailplane: out of the lift propellers' wash, and the outline that tells this one from its sister. */
function tail(): Group {
  const finSkin = aerofoil([
    { at: [tailX + 0.03, 0.03, 0], chord: 0.2, thick: 0.1, roll: Math.PI / 2 },
    { at: [tailX - 0.04, 0.27, 0], chord: 0.14, thick: 0.1, roll: Math.PI / 2 },
  ]);
  const plane = aerofoil(
    closed([
      { at: [tailX - 0.045, 0.27, 0], chord: 0.15, thick: 0.1 },
      { at: [tailX - 0.07, 0.27, 0.33], chord: 0.1, thick: 0.1 },
    ]),
  );
  const half = assembly(
    part(patch(plane, { steps: [8, 36] }), white),
    part(patch(plane, { u: [0.4, 1], steps: [8, 36], lift: 0.001 }), eucalypt),
    seamAlong(plane, [0.03, 0.38], 0.14, 0.006),
  );
  const bullet = loft([
    { x: 0.1, y: 0, halfWidth: 0, up: 0, down: 0, corner: 2 },
    { x: 0.085, y: 0, halfWidth: 0.012, up: 0.012, down: 0.012, corner: 2 },
    { x: -0.04, y: 0, halfWidth: 0.017, up: 0.017, down: 0.017, corner: 2 },
    { x: -0.12, y: 0, halfWidth: 0, up: 0, down: 0, corner: 2 },
  ]);
  return assembly(
    part(patch(finSkin, { steps: [8, 36] }), white),
    seamAlong(finSkin, [0.16, 0.86], 0.14, 0.006),
    pair(half),
    placed(assembly(part(patch(bullet, { steps: [24, 24] }), orange)), [tailX - 0.03, 0.27, 0]),
  );
}

function boom(spinning: Group[]): Group {
  const group = assembly(
    part(rod([0.43, 0, 0], [-0.45, 0, 0], 0.016), carbon),
    part(block([0.3, 0.044, 0.05], 0.45), white, [0.03, 0.01, 0]),
  );
  [0.4, -0.42].forEach((x, index) => {
    const blades = propeller({ diameter: 16, pitch: 5.4, clockwise: index === 1 });
    blades.position.set(x, 0.072, 0);
    blades.rotation.y = Math.PI / 2 + (index === 0 ? -0.1 : 0.16);
    spinning.push(blades);
    group.add(
      part(block([0.08, 0.04, 0.05], 0.45), graphite, [x, 0.002, 0]),
      placed(motor(0.026, 0.05), [x, 0.02, 0]),
      blades,
    );
    group.add(
      part(rod([x, -0.01, 0], [x, -0.2, 0.02], 0.008, 0.0065), carbon),
      part(block([0.028, 0.016, 0.02], 0.45), rubber, [x, -0.202, 0.021]),
    );
  });
  return placed(group, [0, 0.058, boomSide]);
}

/** Wings and lift booms come off by hand; the tail stays on. */
function unpacked(): readonly Group[] {
  const lengthwise = (piece: Group): Group => assembly(placed(piece, [0, 0, 0], [0, Math.PI / 2, 0]));
  const camera = placed(multispectralCamera(), [0.28, -0.092, 0]);
  return [
    assembly(fuselage(), tail(), camera),
    lengthwise(halfWing('right')),
    lengthwise(mirrored(halfWing('left'))),
    assembly(boom([])),
    assembly(boom([])),
  ];
}

export function reconVtolAgri(): Product {
  const spinning: Group[] = [];
  const tractor = propeller({ diameter: 13, pitch: 8 });
  tractor.position.y = 0.046;
  tractor.rotation.y = 0.7;
  const spinner = part(disc(0.012, 0.03, 0.5), moulded, [0, 0.056, 0]);
  const drive = placed(
    assembly(motor(0.028, 0.044), tractor, spinner),
    [0.598, 0.008, 0],
    [0, 0, -Math.PI / 2],
  );
  const left = mirrored(boom(spinning));
  const camera = placed(multispectralCamera(), [0.28, -0.092, 0], [0, 0, 0]);
  return {
    body: grounded(
      assembly(
        fuselage(),
        halfWing('right'),
        mirrored(halfWing('left')),
        tail(),
        boom(spinning),
        left,
        drive,
        camera,
      ),
    ),
    spinning: [...spinning, tractor],
    unpacked,
    views: {
      'front-three-quarter': { elevation: 20, azimuth: -38 },
      top: { azimuth: 0, fill: 0.9 },
      detail: { azimuth: 34, elevation: -6, focus: around([0.42, 0.085, 0], [0.2, 0.17, 0.2]) },
    },
  };
}
