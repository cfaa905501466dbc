import { PlaneGeometry, type Group } from 'three';
import { assembly, part, placed, ring } from '../geometry/assembly.ts';
import { bentTube, block, rod } from '../geometry/solids.ts';
import { disc, turned } from '../geometry/lathe.ts';
import { carbon } from '../materials/carbon.ts';
import { lettering } from '../materials/lettering.ts';
import {
  aluminium,
  anodised,
  graphite,
  greenLight,
  moulded,
  orange,
  rubber,
  white,
} from '../materials/paint.ts';
import { lens } from '../parts/lens.ts';
import { foldingPropeller } from '../parts/folding-propeller.ts';
import { restingTurn } from '../parts/propeller.ts';
import { rotorArm } from '../parts/rotor-arm.ts';
import { sprayNozzle, sprayTank } from '../parts/spray-tank.ts';
import { around, grounded, type Product } from './product.ts';

function frameAndHood(): Group {
  const group = assembly(
    part(block([0.34, 0.05, 0.26], 0.25), graphite, [0.02, 0, 0]),
    part(block([0.2, 0.1, 0.2], 0.34), white, [0.11, 0.05, 0]),
    part(block([0.1, 0.006, 0.202], 0.3), orange, [0.14, 0.042, 0]),
    part(block([0.15, 0.085, 0.13], 0.12), moulded, [0.055, 0.135, 0]),
    part(
      bentTube(
        [
          [0.02, 0.17, 0.04],
          [0.02, 0.205, 0.04],
          [0.02, 0.205, -0.04],
          [0.02, 0.17, -0.04],
        ],
        0.007,
        0.1,
      ),
      orange,
    ),
    part(block([0.03, 0.004, 0.05], 0.3), greenLight, [0.1, 0.179, 0]),
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

export function drover10(): Product {
  const arms = ring(4, 45, (index, degrees) => {
    const arm = rotorArm({
      from: 0.15,
      to: 0.72,
      rise: 0.03,
      tube: 0.02,
      motorRadius: 0.044,
      motorHeight: 0.056,
      tubeMaterial: carbon,
      joint: true,
      light: index === 0 || index === 3 ? 'green' : 'orange',
      propeller: () => {
        const blades = foldingPropeller({ diameter: 30, pitch: 10, clockwise: index % 2 === 0 }, 0, anodised);
        blades.rotation.y = restingTurn(index, degrees);
        return blades;
      },
    });
    arm.add(placed(sprayNozzle(), [0.72, -0.03, 0]));
    arm.add(
      part(
        bentTube(
          [
            [0.16, -0.03, 0.012],
            [0.3, -0.035, 0.02],
            [0.5, -0.012, 0.022],
            [0.68, -0.03, 0.014],
            [0.72, -0.08, 0.006],
          ],
          0.006,
        ),
        moulded,
      ),
    );
    return arm;
  });
  const tank = placed(sprayTank(), [-0.1, -0.02, 0]);
  const pump = part(disc(0.045, 0.07, 0.2), anodised, [0.08, -0.07, 0]);
  const body = grounded(
    assembly(frameAndHood(), placed(radar(), [0.24, -0.05, 0]), legs(), arms, tank, pump),
  );
  return {
    body,
    views: {
      'front-three-quarter': { azimuth: 86, elevation: 15 },
      detail: { azimuth: 70, elevation: 8, focus: around([-0.04, 0.32, 0], [0.46, 0.36, 0.36]) },
    },
  };
}
