import { PlaneGeometry, type Group } from 'three';
import { assembly, part, placed } from '../geometry/assembly.ts';
import { bentTube, block } from '../geometry/solids.ts';
import { disc } from '../geometry/lathe.ts';
import { batteryLabel } from '../materials/battery-label.ts';
import {
  aluminium,
  darkSeam,
  gold,
  graphite,
  greenLight,
  moulded,
  orange,
  white,
} from '../materials/paint.ts';

const length = 0.235;
const height = 0.125;
const width = 0.15;

/** Hard-shell pack with handle, charge gauge and blade contacts; its front looks along +x. */
export function smartPack(): Group {
  const y = height / 2;
  const label = batteryLabel(
    {
      cells: '12S',
      capacity: '16000 mAh',
      voltage: '44.4 V',
      energy: '710.4 Wh',
      note: 'SMART BMS',
      ground: '#eef0f1',
      ink: '#1d2126',
      accent: '#f2662f',
    },
    (length * 0.72) / (height * 0.56),
  );
  const group = assembly(
    part(block([length, height, width], 0.12), graphite, [0, y, 0]),
    part(block([length * 0.16, height * 1.02, width * 1.02], 0.14), moulded, [length * 0.43, y, 0]),
    part(block([length * 0.02, height * 1.025, width * 1.025], 0.3), orange, [length * 0.34, y, 0]),
    part(
      bentTube(
        [
          [-length * 0.3, height - 0.004, 0],
          [-length * 0.3, height + 0.032, 0],
          [length * 0.26, height + 0.032, 0],
          [length * 0.26, height - 0.004, 0],
        ],
        0.0085,
        0.12,
      ),
      moulded,
    ),
  );
  for (const side of [-1, 1]) {
    group.add(
      part(
        new PlaneGeometry(length * 0.72, height * 0.56),
        label,
        [-length * 0.08, y, side * (width / 2 + 0.0005)],
        [0, side > 0 ? 0 : Math.PI, 0],
      ),
    );
  }
  const x = length * 0.51;
  group.add(part(block([0.004, 0.03, 0.085], 0.3), darkSeam, [x, height * 0.72, 0]));
  for (let lamp = 0; lamp < 5; lamp += 1) {
    group.add(
      part(block([0.003, 0.006, 0.009], 0.3), lamp < 4 ? greenLight : moulded, [
        x + 0.0022,
        height * 0.72,
        0.03 - lamp * 0.0135,
      ]),
    );
  }
  group.add(part(disc(0.008, 0.006, 0.3), orange, [x + 0.002, height * 0.72, -0.032], [0, 0, Math.PI / 2]));
  group.add(part(block([0.006, 0.04, 0.1], 0.2), white, [x, height * 0.3, 0]));
  group.add(part(block([0.006, 0.03, 0.088], 0.2), darkSeam, [x + 0.001, height * 0.3, 0]));
  for (const z of [-0.03, -0.012, 0.012, 0.03])
    group.add(part(block([0.008, 0.022, 0.006], 0.2), gold, [x + 0.001, height * 0.3, z]));
  for (const z of [-0.066, 0.066]) {
    for (const high of [0.14, 0.86])
      group.add(
        placed(
          assembly(part(disc(0.0036, 0.003, 0.3, 16), aluminium)),
          [x, height * high, z],
          [0, 0, Math.PI / 2],
        ),
      );
  }
  return group;
}
