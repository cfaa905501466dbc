import { PlaneGeometry, type Group } from 'three';
import { assembly, part, placed, ring } from '../geometry/assembly.ts';
import { bentTube, block, rod } from '../geometry/solids.ts';
import { disc, turned } from '../geometry/lathe.ts';
import { carbon } from '../materials/carbon.ts';
import { lettering } from '../materials/lettering.ts';
import { aluminium, anodised, graphite, moulded, orange, rubber, white } from '../materials/paint.ts';
import { lens } from '../parts/lens.ts';
import { propeller, restingTurn } from '../parts/propeller.ts';
import { rotorArm } from '../parts/rotor-arm.ts';
import { smartPack } from '../parts/smart-pack.ts';
import { sprayNozzle, sprayTank } from '../parts/spray-tank.ts';
import { around, grounded, type Product } from './product.ts';

function frameAndHood(): Group {
  const group = assembly(
    part(block([0.34, 0.05, 0.32], 0.25), graphite, [0.02, 0, 0]),
    part(block([0.2, 0.1, 0.2], 0.34), white, [0.11, 0.05, 0]),
    part(block([0.1, 0.006, 0.202], 0.3), orange, [0.14, 0.042, 0]),
    placed(smartPack(), [0.05, 0.1, 0]),
  );
  const name = lettering('DROVER 10', 4.4, '#23272c', 800);
  group.add(part(new PlaneGeometry(0.105, 0.024), name, [0.14, 0.06, 0.1006]));
  group.add(part(new PlaneGeometry(0.105, 0.024), name, [0.14, 0.06, -0.1006], [0, Math.PI, 0]));
  return group;
}

/** Radar drum that looks ahead and down: it holds the boom height over crops and slopes. */
function radar(): Group {
  const drum = part(
    turned([
      [0, -0.055],
      [0.04, -0.055],
      [0.046, -0.048],
      [0.046, 0.048],
      [0.04, 0.055],
      [0, 0.055],
    ]),
    white,
    [0.045, 0, 0],
    [Math.PI / 2, 0, 0],
  );
  const band = part(
    turned([
      [0.0465, -0.012],
      [0.047, -0.01],
      [0.047, 0.01],
      [0.0465, 0.012],
    ]),
    moulded,
    [0.045, 0, 0],
    [Math.PI / 2, 0, 0],
  );
  const eye = placed(lens(0.014), [0.03, 0.068, 0]);
  return assembly(drum, band, eye, part(block([0.06, 0.1, 0.06], 0.2), graphite, [-0.01, 0.012, 0]));
}

function legs(): Group {
  const group = assembly();
  for (const side of [-1, 1]) {
    const z = side * 0.27;
    for (const x of [0.14, -0.16])
      group.add(part(rod([x * 0.8, -0.01, side * 0.12], [x * 1.15, -0.4, z], 0.012), aluminium));
    group.add(part(rod([-0.3, -0.4, z], [0.26, -0.4, z], 0.012), aluminium));
    for (const x of [-0.27, 0.23])
      group.add(part(rod([x - 0.03, -0.4, z], [x + 0.03, -0.4, z], 0.018), rubber));
  }
  return group;
}

/** Boom across the tail, hinged next to the tank: four nozzles over 1.5 m, with their hose along the tube. */
function boom(): Group {
  const group = assembly(part(rod([0, 0, -0.77], [0, 0, 0.77], 0.012), carbon));
  for (const side of [-1, 1]) {
    group.add(
      part(rod([0.1, 0.16, side * 0.1], [0, 0, side * 0.16], 0.011), aluminium),
      part(block([0.036, 0.036, 0.05], 0.3), graphite, [0, 0, side * 0.18]),
      part(block([0.038, 0.038, 0.01], 0.3), orange, [0, 0, side * 0.21]),
    );
    for (const z of [0.32, 0.75])
      group.add(
        placed(sprayNozzle(), [0, 0, side * z]),
        part(disc(0.02, 0.03, 0.3), moulded, [0, 0, side * z]),
      );
    group.add(
      part(
        bentTube(
          [
            [0.1, 0.08, side * 0.06],
            [0.03, 0.03, side * 0.16],
            [0.014, 0.012, side * 0.32],
            [0.016, 0.013, side * 0.55],
            [0.012, 0.012, side * 0.74],
          ],
          0.006,
        ),
        moulded,
      ),
    );
  }
  return placed(group, [-0.33, -0.15, 0]);
}

export function drover10(): Product {
  const arms = ring(6, 30, (index, degrees) =>
    rotorArm({
      from: 0.15,
      to: 0.75,
      rise: 0.03,
      tube: 0.02,
      motorRadius: 0.04,
      motorHeight: 0.05,
      tubeMaterial: carbon,
      joint: true,
      light: index === 0 || index === 5 ? 'green' : 'orange',
      propeller: () => {
        const blades = propeller({ diameter: 22, pitch: 7, clockwise: index % 2 === 0 });
        blades.rotation.y = restingTurn(index, degrees);
        return blades;
      },
    }),
  );
  const tank = placed(sprayTank(), [-0.1, -0.02, 0]);
  const pumps = [-1, 1].map((side) => part(disc(0.032, 0.07, 0.2), anodised, [0.1, -0.07, side * 0.05]));
  const body = grounded(
    assembly(frameAndHood(), placed(radar(), [0.24, -0.05, 0]), legs(), arms, tank, boom(), ...pumps),
  );
  return {
    body,
    views: {
      'front-three-quarter': { azimuth: 38, elevation: 18 },
      detail: { azimuth: 62, elevation: 4, focus: around([-0.08, 0.34, 0], [0.4, 0.34, 0.36]) },
      'rear-three-quarter': { azimuth: 228, elevation: 22 },
    },
  };
}
