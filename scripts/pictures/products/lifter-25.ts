import { PlaneGeometry, type Group } from 'three';
import { assembly, part, placed, ring } from '../geometry/assembly.ts';
import { block, plate, rod } from '../geometry/solids.ts';
import { disc } from '../geometry/lathe.ts';
import { carbon } from '../materials/carbon.ts';
import { lettering } from '../materials/lettering.ts';
import { aluminium, graphite, moulded, orange, white } from '../materials/paint.ts';
import { foldingPropeller } from '../parts/folding-propeller.ts';
import { lens } from '../parts/lens.ts';
import { skids } from '../parts/landing-gear.ts';
import { restingTurn } from '../parts/propeller.ts';
import { rotorArm } from '../parts/rotor-arm.ts';
import { smartPack } from '../parts/smart-pack.ts';
import { winch } from '../parts/winch.ts';
import { around, grounded, type Product } from './product.ts';

function octagon(reach: number, cut: number): readonly (readonly [number, number])[] {
  return [
    [reach, -cut],
    [reach, cut],
    [cut, reach],
    [-cut, reach],
    [-reach, cut],
    [-reach, -cut],
    [-cut, -reach],
    [cut, -reach],
  ];
}

/** Two carbon decks on pillars, with the avionics under a hood between the racks. */
function decks(): Group {
  const group = assembly(
    part(plate(octagon(0.2, 0.11), 0.005), carbon, [0, 0.038, 0]),
    part(plate(octagon(0.2, 0.11), 0.005), carbon, [0, -0.042, 0]),
    part(block([0.2, 0.06, 0.2], 0.2), graphite),
    part(block([0.17, 0.04, 0.11], 0.4), white, [0.075, 0.062, 0]),
    part(block([0.09, 0.045, 0.12], 0.3), white, [0.19, 0, 0]),
    part(block([0.012, 0.047, 0.122], 0.3), orange, [0.165, 0, 0]),
    placed(lens(0.017), [0.24, 0, 0.026]),
    placed(lens(0.012), [0.238, 0, -0.026]),
    part(disc(0.03, 0.014, 0.3), moulded, [0.09, 0.086, 0]),
  );
  for (const turn of [22, 68, 112, 158, 202, 248, 292, 338]) {
    const angle = (turn * Math.PI) / 180;
    group.add(
      part(
        rod(
          [0.18 * Math.cos(angle), -0.04, 0.18 * Math.sin(angle)],
          [0.18 * Math.cos(angle), 0.045, 0.18 * Math.sin(angle)],
          0.006,
        ),
        aluminium,
      ),
    );
  }
  return group;
}

/** Two racks of two packs, either side of the hood; each rack lifts out by the upper pack's handle. */
function racks(): Group {
  const group = assembly();
  for (const side of [-1, 1]) {
    const z = side * 0.13;
    for (const level of [0, 1])
      group.add(placed(smartPack(level === 1), [-0.02, 0.047 + level * 0.076, z], [0, Math.PI, 0]));
    for (const x of [-0.095, 0.055])
      for (const edge of [-1, 1])
        group.add(part(block([0.018, 0.154, 0.006], 0.3), aluminium, [x, 0.118, z + edge * 0.071]));
    for (const edge of [-1, 1])
      group.add(part(block([0.03, 0.018, 0.008], 0.3), orange, [-0.02, 0.05, z + edge * 0.072]));
  }
  return group;
}

export function lifter25(): Product {
  const arms = ring(4, 45, (index, degrees) =>
    rotorArm({
      from: 0.17,
      to: 0.825,
      rise: 0,
      tube: 0.024,
      motorRadius: 0.046,
      motorHeight: 0.058,
      joint: true,
      light: index === 0 || index === 3 ? 'green' : 'orange',
      coaxial: true,
      propeller: (upper) => {
        const blades = foldingPropeller(
          { diameter: 30, pitch: 10, clockwise: (index % 2 === 0) === upper },
          0,
          aluminium,
        );
        blades.rotation.y = upper ? restingTurn(index, degrees) : -restingTurn(index + 2, degrees) + 0.7;
        return blades;
      },
    }),
  );
  const gear = placed(
    skids({ length: 0.7, spread: 0.4, topSpread: 0.14, height: 0.56, tube: 0.016, struts: [0.16, -0.16] }),
    [0, -0.03, 0],
  );
  const name = lettering('LIFTER 25', 5, '#23272c', 800);
  const sign = part(new PlaneGeometry(0.1, 0.02), name, [0.075, 0.066, 0.0556]);
  const body = grounded(assembly(decks(), racks(), arms, gear, sign, placed(winch(0.24), [0, -0.04, 0])));
  return {
    body,
    views: {
      'front-three-quarter': { azimuth: 20, elevation: 15 },
      detail: { azimuth: 52, elevation: 4, focus: around([0, 0.4, 0], [0.3, 0.36, 0.3]) },
    },
  };
}
