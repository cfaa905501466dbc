import { PlaneGeometry, type Group, type MeshStandardMaterial } from 'three';
import { assembly, part, ring } from '../geometry/assembly.ts';
import { bentTube, block } from '../geometry/solids.ts';
import { disc } from '../geometry/lathe.ts';
import { face, lettering, sheet } from '../materials/lettering.ts';
import {
  aluminium,
  blackWire,
  darkSeam,
  gold,
  graphite,
  moulded,
  orange,
  redWire,
  rubber,
  white,
} from '../materials/paint.ts';
import { around, grounded, type Product } from './product.ts';

const depth = 0.17;
const height = 0.1;
const width = 0.24;
const front = depth / 2;

function screen(channel: string, cells: string, volts: string, share: number): MeshStandardMaterial {
  const material = sheet({ aspect: 1.5, pixels: 512, roughness: 0.12 }, (pen, w, h) => {
    pen.fillStyle = '#10151b';
    pen.fillRect(0, 0, w, h);
    pen.fillStyle = '#f2662f';
    pen.font = `800 ${h * 0.15}px ${face}`;
    pen.fillText(channel, w * 0.07, h * 0.21);
    pen.fillStyle = '#8fa0ac';
    pen.textAlign = 'right';
    pen.fillText(cells, w * 0.93, h * 0.21);
    pen.textAlign = 'left';
    pen.fillStyle = '#f2f4f5';
    pen.font = `600 ${h * 0.34}px ${face}`;
    pen.fillText(volts, w * 0.07, h * 0.6);
    pen.fillStyle = '#2a3239';
    pen.fillRect(w * 0.07, h * 0.76, w * 0.86, h * 0.1);
    pen.fillStyle = '#57b894';
    pen.fillRect(w * 0.07, h * 0.76, w * 0.86 * share, h * 0.1);
  });
  material.emissiveMap = material.map;
  material.emissive.setScalar(0.55);
  return material;
}

function channel(z: number, glass: MeshStandardMaterial): Group {
  const group = assembly(
    part(block([0.004, 0.046, 0.066], 0.2), darkSeam, [front + 0.001, height * 0.66, z]),
    part(new PlaneGeometry(0.057, 0.038), glass, [front + 0.0035, height * 0.66, z], [0, Math.PI / 2, 0]),
    part(disc(0.011, 0.016, 0.18), aluminium, [front + 0.008, height * 0.24, z + 0.028], [0, 0, Math.PI / 2]),
    part(disc(0.0114, 0.003, 0.18), orange, [front + 0.002, height * 0.24, z + 0.028], [0, 0, Math.PI / 2]),
    part(block([0.012, 0.022, 0.044], 0.15), moulded, [front + 0.003, height * 0.24, z - 0.016]),
  );
  for (const side of [-1, 1]) {
    group.add(
      part(
        disc(0.0072, 0.005, 0.2),
        side > 0 ? redWire : blackWire,
        [front + 0.0082, height * 0.24, z - 0.016 + side * 0.011],
        [0, 0, Math.PI / 2],
      ),
    );
    group.add(
      part(
        disc(0.0045, 0.006, 0.2),
        gold,
        [front + 0.0085, height * 0.24, z - 0.016 + side * 0.011],
        [0, 0, Math.PI / 2],
      ),
    );
  }
  return group;
}

export function chargerBody(): Group {
  const group = assembly(
    part(block([depth, height, width], 0.08), graphite, [0, height / 2, 0]),
    part(block([0.006, height * 0.93, width * 0.96], 0.3), white, [front - 0.001, height / 2, 0]),
    channel(0.058, screen('A', '12S', '44.4 V', 0.64)),
    channel(-0.058, screen('B', '6S', '22.2 V', 0.88)),
    part(
      bentTube(
        [
          [0, height - 0.006, 0.088],
          [0, height + 0.036, 0.085],
          [0, height + 0.036, -0.085],
          [0, height - 0.006, -0.088],
        ],
        0.0075,
        0.1,
      ),
      rubber,
    ),
    part(
      new PlaneGeometry(0.05, 0.0085),
      lettering('NANKEEN', 5.6, '#23272c', 800),
      [front + 0.0024, height * 0.9 + 0.001, 0],
      [0, Math.PI / 2, 0],
    ),
    part(new PlaneGeometry(0.13, 0.022), lettering('DUAL FIELD 2×600 W', 6, '#dfe3e6', 700), [
      0,
      height * 0.62,
      width / 2 + 0.0005,
    ]),
  );
  for (const side of [-1, 1]) {
    for (let slot = 0; slot < 11; slot += 1) {
      group.add(
        part(block([0.004, 0.026, 0.002], 0.3), darkSeam, [
          -0.05 + slot * 0.01,
          height * 0.28,
          side * (width / 2),
        ]),
      );
    }
    group.add(part(block([depth * 0.9, 0.008, 0.02], 0.4), orange, [0, 0.001, side * 0.09]));
    const fan = part(
      disc(0.03, 0.004, 0.2),
      darkSeam,
      [-front - 0.0005, height * 0.5, side * 0.06],
      [0, 0, Math.PI / 2],
    );
    const blades = ring(7, 0, () =>
      part(block([0.022, 0.002, 0.01], 0.3), moulded, [0.014, 0.0035, 0], [0.5, 0, 0]),
    );
    blades.position.set(-front - 0.001, height * 0.5, side * 0.06);
    blades.rotation.z = Math.PI / 2;
    group.add(fan, blades);
  }
  return group;
}

export function dualFieldCharger(): Product {
  return {
    body: grounded(chargerBody()),
    views: {
      'front-three-quarter': { azimuth: 32, elevation: 20, fill: 0.76 },
      side: { fill: 0.72 },
      front: { fill: 0.78, elevation: 6 },
      detail: { azimuth: 24, elevation: 14, focus: around([0.08, 0.05, 0.05], [0.02, 0.08, 0.1]) },
      'rear-three-quarter': { fill: 0.76 },
    },
  };
}
