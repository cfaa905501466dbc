import { TorusGeometry, type Group } from 'three';
import { assembly, part, placed, ring } from '../geometry/assembly.ts';
import { loft, stationOf, type Rib } from '../geometry/loft.ts';
import { block, rod } from '../geometry/solids.ts';
import { turned } from '../geometry/lathe.ts';
import { patch } from '../geometry/surface.ts';
import { lettering } from '../materials/lettering.ts';
import {
  clearPolycarbonate,
  graphite,
  greenLight,
  moulded,
  orange,
  rubber,
  smokePolycarbonate,
  white,
} from '../materials/paint.ts';
import { lens } from '../parts/lens.ts';
import { motor } from '../parts/motor.ts';
import { propeller } from '../parts/propeller.ts';
import { painted } from '../parts/seams.ts';
import { around, grounded, type Product } from './product.ts';

const reach = 0.134;
const guard = 0.076;

const ribs: readonly Rib[] = [
  { x: 0.088, y: 0, halfWidth: 0, up: 0, down: 0, corner: 2.4 },
  { x: 0.083, y: 0, halfWidth: 0.022, up: 0.012, down: 0.014, corner: 2.6 },
  { x: 0.05, y: 0, halfWidth: 0.034, up: 0.024, down: 0.022, corner: 3 },
  { x: -0.02, y: 0, halfWidth: 0.036, up: 0.03, down: 0.024, corner: 3 },
  { x: -0.07, y: 0, halfWidth: 0.03, up: 0.022, down: 0.02, corner: 2.8 },
  { x: -0.082, y: 0, halfWidth: 0, up: 0, down: 0, corner: 2.4 },
];

function hull(): Group {
  const skin = loft(ribs);
  const at = (x: number): number => stationOf(ribs, x);
  return assembly(
    part(patch(skin, { steps: [48, 48] }), white),
    painted(skin, [at(0.085), at(-0.078)], [0.54, 0.96], graphite),
    painted(skin, [at(0.02), at(-0.045)], [0.21, 0.29], lettering('SCOUT', 3.4, '#23272c', 800), 'both'),
    part(block([0.03, 0.02, 0.03], 0.3), moulded, [0.078, 0.004, 0]),
    placed(lens(0.0105), [0.101, 0.004, 0]),
    part(block([0.01, 0.005, 0.02], 0.4), greenLight, [-0.066, 0.024, 0]),
    part(rod([-0.06, 0.02, 0.018], [-0.085, 0.07, 0.03], 0.0018), rubber),
    part(rod([-0.06, 0.02, -0.018], [-0.085, 0.07, -0.03], 0.0018), rubber),
  );
}

/** The guard is a full ring with three spokes: a learner may touch a wall without touching a blade. */
function corner(index: number): Group {
  const hoop = turned(
    [
      [guard, -0.012],
      [guard + 0.003, -0.013],
      [guard + 0.005, 0.012],
      [guard + 0.001, 0.014],
      [guard - 0.0008, 0.012],
      [guard, -0.012],
    ],
    72,
  );
  const lip = new TorusGeometry(guard + 0.002, 0.0036, 12, 72).rotateX(Math.PI / 2);
  const spokes = ring(3, 180, () => part(rod([0.008, -0.006, 0], [guard, -0.006, 0], 0.0028), graphite));
  const blades = placed(
    propeller({
      diameter: 5,
      pitch: 4,
      blades: 3,
      clockwise: index % 2 === 0,
      material: index % 2 === 0 ? smokePolycarbonate : clearPolycarbonate,
      tip: null,
      chord: 1.2,
    }),
    [0, 0.017, 0],
  );
  blades.rotation.y = index * 0.7;
  const front = index === 0 || index === 3;
  const all = assembly(
    part(hoop, front ? orange : white),
    part(lip, front ? orange : graphite, [0, 0.013, 0]),
    spokes,
    placed(motor(0.011, 0.02), [0, -0.006, 0]),
    blades,
  );
  all.add(part(rod([0, -0.01, 0], [0, -0.042, 0], 0.0055, 0.004), graphite));
  all.add(part(block([0.012, 0.006, 0.012], 0.4), rubber, [0, -0.042, 0]));
  all.add(part(rod([-reach * 0.88, -0.004, 0], [0, -0.006, 0], 0.0062, 0.0052), graphite));
  return placed(all, [reach, 0.004, 0]);
}

export function scoutTrainer(): Product {
  return {
    body: grounded(assembly(hull(), ring(4, 45, corner))),
    views: {
      'front-three-quarter': { elevation: 30, azimuth: 28 },
      detail: { azimuth: 24, elevation: 20, focus: around([0.07, 0.05, 0.03], [0.14, 0.06, 0.16]) },
    },
  };
}
