import { assembly, part, placed, ring } from '../geometry/assembly.ts';
import { block, rod } from '../geometry/solids.ts';
import { bowl, disc, turned } from '../geometry/lathe.ts';
import { carbon } from '../materials/carbon.ts';
import { lettering } from '../materials/lettering.ts';
import { aluminium, graphite, moulded, orange, rubber, white } from '../materials/paint.ts';
import { PlaneGeometry, type Group } from 'three';
import { ballGimbal } from '../parts/gimbal.ts';
import { propeller, restingTurn } from '../parts/propeller.ts';
import { rotorArm } from '../parts/rotor-arm.ts';
import { around, grounded, type Product } from './product.ts';

function core(): Group {
  const lower = turned(
    [
      [0, -0.075],
      [0.1, -0.075],
      [0.13, -0.066],
      [0.152, -0.04],
      [0.158, 0],
      [0.152, 0.022],
      [0, 0.022],
    ],
    72,
  );
  // Sealed canopy: one curved shell with a drip edge and no openings on top.
  const dome = bowl(
    Array.from({ length: 15 }, (_, i) => {
      const angle = (i / 14) * (Math.PI / 2);
      return [0.15 * Math.max(0, Math.cos(angle)) ** 0.8, 0.026 + 0.085 * Math.sin(angle)] as const;
    }),
    72,
  );
  const group = assembly(
    part(lower, graphite),
    part(dome, white),
    part(
      turned(
        [
          [0.15, 0.02],
          [0.16, 0.022],
          [0.16, 0.028],
          [0.15, 0.03],
        ],
        72,
      ),
      orange,
    ),
  );
  group.add(part(disc(0.034, 0.014, 0.3), moulded, [-0.03, 0.112, 0]));
  group.add(part(block([0.05, 0.03, 0.006], 0.4), moulded, [-0.11, 0.1, 0], [0, 0, 0.3]));
  const name = lettering('OVERWATCH X6', 7, '#e8eaec', 800);
  for (const degrees of [0, 180]) {
    const turn = (degrees * Math.PI) / 180;
    const plane = part(
      new PlaneGeometry(0.13, 0.0186),
      name,
      [0.1592 * Math.cos(turn), -0.012, 0.1592 * Math.sin(turn)],
      [0, Math.PI / 2 - turn, 0],
    );
    group.add(plane);
  }
  return group;
}

function gear(): Group {
  const group = assembly();
  for (const side of [-1, 1]) {
    const z = side * 0.24;
    group.add(part(rod([0, -0.05, side * 0.12], [0, -0.31, z], 0.0125), carbon));
    group.add(part(rod([-0.16, -0.31, z], [0.16, -0.31, z], 0.01), carbon));
    group.add(part(block([0.04, 0.034, 0.034], 0.3), graphite, [0, -0.306, z]));
    group.add(part(rod([0, -0.07, side * 0.128], [0, -0.12, side * 0.15], 0.021), moulded));
    for (const end of [-1, 1])
      group.add(part(rod([end * 0.11, -0.31, z], [end * 0.172, -0.31, z], 0.0155), rubber));
  }
  return group;
}

export function overwatchX6(): Product {
  const arms = ring(6, 30, (index, degrees) =>
    rotorArm({
      from: 0.12,
      to: 0.55,
      rise: 0.035,
      tube: 0.0155,
      motorRadius: 0.03,
      motorHeight: 0.042,
      joint: true,
      light: index === 0 || index === 5 ? 'green' : 'orange',
      propeller: () => {
        const blades = propeller({ diameter: 18, pitch: 6, clockwise: index % 2 === 0, quietTips: true });
        blades.rotation.y = restingTurn(index, degrees);
        return blades;
      },
    }),
  );
  const turret = placed(ballGimbal(0.066, 'dual'), [0.045, -0.082, 0]);
  const plateUnder = part(disc(0.085, 0.012, 0.2), aluminium, [0.02, -0.08, 0]);
  return {
    body: grounded(assembly(core(), arms, gear(), turret, plateUnder)),
    views: {
      'front-three-quarter': { elevation: 15, azimuth: 57 },
      detail: { azimuth: 4, elevation: 0, focus: around([0.05, 0.16, 0], [0.2, 0.2, 0.22]) },
    },
  };
}
