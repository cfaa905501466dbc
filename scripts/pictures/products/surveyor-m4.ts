import type { Group } from 'three';
import { assembly, part, placed, ring } from '../geometry/assembly.ts';
import { loft, stationOf, type Rib } from '../geometry/loft.ts';
import { block, rod } from '../geometry/solids.ts';
import { disc, turned } from '../geometry/lathe.ts';
import { patch } from '../geometry/surface.ts';
import { lettering } from '../materials/lettering.ts';
import {
  aluminium,
  darkSeam,
  filledNylon,
  graphite,
  greenLight,
  moulded,
  orange,
  white,
} from '../materials/paint.ts';
import { lens } from '../parts/lens.ts';
import { skids } from '../parts/landing-gear.ts';
import { propeller, restingTurn } from '../parts/propeller.ts';
import { rotorArm } from '../parts/rotor-arm.ts';
import { hatch, painted } from '../parts/seams.ts';
import { around, grounded, type Product } from './product.ts';

const ribs: readonly Rib[] = [
  { x: 0.21, y: 0, halfWidth: 0, up: 0, down: 0, corner: 2.4 },
  { x: 0.2, y: 0, halfWidth: 0.052, up: 0.02, down: 0.03, corner: 2.8 },
  { x: 0.15, y: 0, halfWidth: 0.082, up: 0.042, down: 0.044, corner: 3.2 },
  { x: 0.02, y: 0, halfWidth: 0.098, up: 0.058, down: 0.05, corner: 3.6 },
  { x: -0.12, y: 0, halfWidth: 0.092, up: 0.058, down: 0.05, corner: 3.6 },
  { x: -0.185, y: 0, halfWidth: 0.074, up: 0.046, down: 0.044, corner: 3.2 },
  { x: -0.2, y: 0, halfWidth: 0, up: 0, down: 0, corner: 3 },
];

function hull(): Group {
  const skin = loft(ribs);
  const at = (x: number): number => stationOf(ribs, x);
  const name = lettering('SURVEYOR M4', 6, '#23272c', 800);
  return assembly(
    part(patch(skin, { steps: [64, 64] }), white),
    painted(skin, [at(0.206), at(-0.194)], [0.53, 0.97], graphite),
    ...hatch(skin, [at(-0.02), at(-0.17)], [0.16, 0.34]),
    painted(skin, [at(0.13), at(0.0)], [0.44, 0.49], name, 'both'),
    painted(skin, [at(0.13), at(0.0)], [0.01, 0.06], name),
    part(block([0.13, 0.02, 0.1], 0.3), moulded, [-0.085, 0.056, 0]),
    part(block([0.02, 0.012, 0.06], 0.3), orange, [-0.02, 0.062, 0]),
    part(block([0.016, 0.004, 0.04], 0.3), greenLight, [-0.13, 0.066, 0]),
    placed(lens(0.011), [0.207, 0, 0.024]),
    placed(lens(0.011), [0.207, 0, -0.024]),
  );
}

/** The survey antenna, clear of the propellers and their vibration. */
function mast(): Group {
  return assembly(
    part(rod([0, 0, 0], [0, 0.07, 0], 0.006), aluminium),
    part(
      turned([
        [0, 0.06],
        [0.022, 0.06],
        [0.026, 0.066],
        [0.026, 0.122],
        [0.02, 0.132],
        [0, 0.134],
      ]),
      white,
    ),
    part(
      turned([
        [0.0262, 0.07],
        [0.0268, 0.071],
        [0.0268, 0.077],
        [0.0262, 0.078],
      ]),
      orange,
    ),
  );
}

/** Full-frame mapping camera in a damped cradle, pitched slightly so its lens is visible. */
function cameraBay(): Group {
  const camera = assembly(
    part(block([0.06, 0.066, 0.1], 0.12), moulded),
    part(block([0.012, 0.012, 0.05], 0.3), orange, [0.028, 0.026, 0]),
    placed(lens(0.028), [0.054, 0, 0]),
  );
  camera.rotation.z = -0.55;
  camera.position.y = -0.075;
  const cheeks = [-1, 1].map((side) =>
    part(block([0.03, 0.085, 0.008], 0.3), graphite, [0, -0.05, side * 0.058]),
  );
  const dampers = ring(4, 45, () => part(disc(0.008, 0.02, 0.35), darkSeam, [0.04, -0.006, 0]));
  return assembly(
    camera,
    ...cheeks,
    dampers,
    part(block([0.07, 0.008, 0.13], 0.3), graphite, [0, -0.016, 0]),
  );
}

export function surveyorM4(): Product {
  const arms = ring(4, 45, (index, degrees) =>
    rotorArm({
      from: 0.08,
      to: 0.37,
      rise: 0.02,
      tube: 0.0125,
      motorRadius: 0.024,
      motorHeight: 0.038,
      joint: true,
      light: index < 1 || index === 3 ? 'green' : 'orange',
      propeller: () => {
        const blades = propeller({
          diameter: 15,
          pitch: 5,
          clockwise: index % 2 === 0,
          quickRelease: true,
          material: filledNylon,
        });
        blades.rotation.y = restingTurn(index, degrees);
        return blades;
      },
    }),
  );
  const gear = placed(
    skids({ length: 0.3, spread: 0.17, topSpread: 0.075, height: 0.19, tube: 0.008, struts: [0.0] }),
    [-0.01, -0.03, 0],
  );
  const body = grounded(
    assembly(hull(), arms, gear, placed(mast(), [-0.165, 0.03, 0]), placed(cameraBay(), [0.05, -0.046, 0])),
  );
  return {
    body,
    views: {
      'front-three-quarter': { azimuth: 24, elevation: 18 },
      detail: { azimuth: 38, elevation: 8, focus: around([0.06, 0.12, 0], [0.26, 0.18, 0.24]) },
    },
  };
}
