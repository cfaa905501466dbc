import type { Group, Material } from 'three';
import { aerofoil, closed } from '../geometry/aerofoil.ts';
import { assembly, mirrored, part, placed } from '../geometry/assembly.ts';
import { loft, stationOf, type Rib } from '../geometry/loft.ts';
import { block, rod } from '../geometry/solids.ts';
import { disc } from '../geometry/lathe.ts';
import { patch } from '../geometry/surface.ts';
import { carbon } from '../materials/carbon.ts';
import { lettering } from '../materials/lettering.ts';
import { aluminium, graphite, moulded, rubber, white } from '../materials/paint.ts';
import { motor } from '../parts/motor.ts';
import { propeller } from '../parts/propeller.ts';
import { hatch, painted, seamAcross, seamAlong } from '../parts/seams.ts';

/** What differs between the aircraft of the family. */
export interface Livery {
  readonly accent: Material;
  readonly name: string;
  /** Width over height of the name on the nose. */
  readonly aspect: number;
}

const boomSide = 0.42;
const boomHeight = 0.07;
const motorStations = [0.41, -0.43] as const;

const ribs: readonly Rib[] = [
  { x: 0.56, y: -0.012, halfWidth: 0, up: 0, down: 0, corner: 2 },
  { x: 0.535, y: -0.01, halfWidth: 0.036, up: 0.03, down: 0.034, corner: 2.1 },
  { x: 0.46, y: -0.004, halfWidth: 0.071, up: 0.06, down: 0.062, corner: 2.2 },
  { x: 0.3, y: 0, halfWidth: 0.095, up: 0.088, down: 0.08, corner: 2.5 },
  { x: 0.08, y: 0, halfWidth: 0.1, up: 0.1, down: 0.084, corner: 2.7 },
  { x: -0.15, y: 0.002, halfWidth: 0.094, up: 0.092, down: 0.08, corner: 2.5 },
  { x: -0.34, y: 0.012, halfWidth: 0.068, up: 0.062, down: 0.066, corner: 2.2 },
  { x: -0.46, y: 0.02, halfWidth: 0.044, up: 0.042, down: 0.044, corner: 2 },
  { x: -0.485, y: 0.02, halfWidth: 0.036, up: 0.036, down: 0.036, corner: 2 },
];

function fuselage({ accent, name, aspect }: Livery): Group {
  const skin = loft(ribs);
  const at = (x: number): number => stationOf(ribs, x);
  const sign = lettering(name, aspect, '#23272c', 800);
  const stern = 0.36 - 0.05 * aspect;
  const group = assembly(
    part(patch(skin, { steps: [64, 56] }), white),
    painted(skin, [at(0.5), at(-0.4)], [0.6, 0.9], graphite),
    ...hatch(skin, [at(0.4), at(0.17)], [0.13, 0.37]),
    ...hatch(skin, [at(-0.2), at(-0.33)], [0.15, 0.35]),
    seamAcross(skin, at(0.44), [0, 1], 0.004),
    painted(skin, [at(stern - 0.025), at(stern - 0.032)], [-0.06, 0.56], accent),
    painted(skin, [at(0.36), at(stern)], [0.455, 0.535], sign, 'both'),
    painted(skin, [at(0.36), at(stern)], [-0.035, 0.045], sign),
  );
  group.add(part(disc(0.03, 0.012), moulded, [0.02, 0.108, 0]));
  group.add(part(block([0.05, 0.05, 0.006], 0.4), moulded, [-0.27, 0.1, 0], [0, 0, 0.35]));
  group.add(part(rod([0.55, 0.0, 0.03], [0.64, 0.0, 0.03], 0.0035), aluminium));
  return group;
}

function halfWing(accent: Material, side: 'left' | 'right'): Group {
  const skin = aerofoil(
    closed([
      { at: [0.075, 0.086, 0], chord: 0.31, thick: 0.13, camber: 0.02 },
      { at: [0.075, 0.086, boomSide], chord: 0.3, thick: 0.13, camber: 0.02 },
      { at: [0.045, 0.108, 1.08], chord: 0.17, thick: 0.11, camber: 0.02 },
      { at: [0.034, 0.12, 1.14], chord: 0.15, thick: 0.1, roll: 0.5 },
      { at: [0.018, 0.155, 1.176], chord: 0.125, thick: 0.1, roll: 1.1 },
      { at: [-0.03, 0.26, 1.2], chord: 0.075, thick: 0.09, roll: 1.36 },
    ]),
  );
  const step = 1 / 6;
  const winglet = patch(skin, { u: [3.2 * step, 1], steps: [22, 36], lift: 0.0005 });
  const name = lettering('NANKEEN', 7.2, '#23272c', 800);
  return assembly(
    part(patch(skin, { steps: [36, 36] }), white),
    part(winglet, accent),
    seamAlong(skin, [1.25 * step, 1.95 * step], 0.135, 0.004),
    seamAcross(skin, 1.25 * step, [0, 0.135], 0.0012),
    seamAcross(skin, 1.95 * step, [0, 0.135], 0.0012),
    seamAcross(skin, 1.1 * step, [0, 1], 0.0016),
    painted(skin, [1.3 * step, 1.85 * step], [0.22, 0.31], name, side === 'left' ? 't' : 'both'),
  );
}

function boom(spinning: Group[]): Group {
  const tube = loft([
    { x: 0.5, y: 0, halfWidth: 0, up: 0, down: 0, corner: 2 },
    { x: 0.49, y: 0, halfWidth: 0.014, up: 0.014, down: 0.014, corner: 2 },
    { x: 0.4, y: 0, halfWidth: 0.021, up: 0.021, down: 0.021, corner: 2.4 },
    { x: 0.05, y: 0, halfWidth: 0.021, up: 0.021, down: 0.021, corner: 2.4 },
    { x: -0.45, y: 0, halfWidth: 0.02, up: 0.02, down: 0.02, corner: 2.4 },
    { x: -0.86, y: 0, halfWidth: 0.015, up: 0.015, down: 0.015, corner: 2.2 },
    { x: -0.9, y: 0, halfWidth: 0.004, up: 0.004, down: 0.004, corner: 2 },
  ]);
  const group = assembly(part(patch(tube, { steps: [48, 24] }), carbon));
  group.add(part(block([0.36, 0.05, 0.06], 0.45), white, [0.02, 0.012, 0]));
  motorStations.forEach((x, index) => {
    const blades = propeller({ diameter: 16, pitch: 5.4, clockwise: index === 1 });
    blades.position.set(x, 0.074, 0);
    blades.rotation.y = index === 0 ? Math.PI / 2 + 0.12 : Math.PI / 2 - 0.2;
    spinning.push(blades);
    group.add(part(block([0.085, 0.034, 0.054], 0.45), graphite, [x, 0.004, 0]));
    group.add(placed(motor(0.026, 0.05), [x, 0.02, 0]), blades);
    group.add(
      part(rod([x, -0.01, 0], [x + (index === 0 ? 0.02 : -0.02), -0.2, 0.012], 0.0085, 0.007), carbon),
    );
    group.add(
      part(block([0.03, 0.016, 0.02], 0.45), rubber, [x + (index === 0 ? 0.021 : -0.021), -0.202, 0.012]),
    );
  });
  group.position.set(0, boomHeight, boomSide);
  return group;
}

function tail(accent: Material): Group {
  const roll = Math.atan2(0.3, boomSide);
  const skin = aerofoil([
    { at: [-0.79, boomHeight, -boomSide - 0.01], chord: 0.18, thick: 0.1, roll },
    { at: [-0.84, boomHeight + 0.3, 0], chord: 0.14, thick: 0.1, roll },
  ]);
  const fin = assembly(
    part(patch(skin, { steps: [4, 36] }), white),
    seamAlong(skin, [0.12, 0.9], 0.13, 0.005),
    part(patch(skin, { u: [0.9, 1], steps: [6, 40], lift: 0.0005 }), accent),
  );
  const cap = part(block([0.15, 0.022, 0.03], 0.5), accent, [-0.84, boomHeight + 0.3, 0]);
  return assembly(fin, mirrored(fin), cap);
}

/** A pusher of this size on its motor, behind the fuselage. */
function drive(diameter: number, pitch: number, spinning: Group[]): Group {
  const pusher = propeller({ diameter, pitch });
  pusher.position.y = 0.052;
  pusher.rotation.y = 0.5;
  spinning.push(pusher);
  return placed(assembly(motor(0.03, 0.052), pusher), [-0.482, 0.02, 0], [0, 0, Math.PI / 2]);
}

/** The assembled airframe without its payload. */
export function airframe(livery: Livery, pusher: readonly [number, number], spinning: Group[]): Group {
  const right = boom(spinning);
  const left = boom(spinning);
  left.scale.z = -1;
  left.position.z = -boomSide;
  return assembly(
    fuselage(livery),
    halfWing(livery.accent, 'right'),
    mirrored(halfWing(livery.accent, 'left')),
    right,
    left,
    tail(livery.accent),
    drive(...pusher, spinning),
  );
}

/** The disassembled aircraft as shipped: wings, booms and tail are separate. */
export function unpackedAirframe(livery: Livery, pusher: readonly [number, number], payload: Group): Group[] {
  const lengthwise = (piece: Group): Group => assembly(placed(piece, [0, 0, 0], [0, Math.PI / 2, 0]));
  return [
    assembly(fuselage(livery), payload, drive(...pusher, [])),
    lengthwise(halfWing(livery.accent, 'right')),
    lengthwise(mirrored(halfWing(livery.accent, 'left'))),
    assembly(boom([])),
    assembly(boom([])),
    lengthwise(tail(livery.accent)),
  ];
}
