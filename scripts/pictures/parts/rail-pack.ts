import { PlaneGeometry, type Group } from 'three';
import { assembly, part, placed } from '../geometry/assembly.ts';
import { block } from '../geometry/solids.ts';
import { disc } from '../geometry/lathe.ts';
import { batteryLabel } from '../materials/battery-label.ts';
import { graphite, greenLight, moulded, orange, rubber, white } from '../materials/paint.ts';
import { sparkProofPlug } from './connectors.ts';

const length = 0.19;
const width = 0.078;
const height = 0.064;
const facts = {
  cells: '6S',
  capacity: '16000 mAh',
  voltage: '22.2 V',
  energy: '355.2 Wh',
  note: 'LiPo · AS150U',
  ground: '#eef0f1',
  ink: '#1d2126',
  accent: '#f2662f',
} as const;

/** Slides along x on its rails: the connector in its nose at +x, gauge and pull tab at the other end. */
export function railPack(): Group {
  const y = height / 2;
  const across = length * 0.84;
  const side = batteryLabel(facts, across / (height * 0.6));
  const top = batteryLabel(facts, across / (width * 0.8));
  const group = assembly(
    part(block([length * 0.97, height, width], 0.12), white, [0, y, 0]),
    part(new PlaneGeometry(across, width * 0.8), top, [0, height + 0.0004, 0], [-Math.PI / 2, 0, 0]),
    part(block([0.012, 0.036, 0.056], 0.3), moulded, [length / 2, y, 0]),
    placed(sparkProofPlug(), [length / 2 + 0.001, y, 0]),
    part(disc(0.006, 0.004, 0.3), orange, [-length / 2 - 0.001, y + 0.012, -0.024], [0, 0, Math.PI / 2]),
    part(block([0.05, 0.002, 0.026], 0.4), rubber, [-length / 2 - 0.012, y - 0.006, 0], [0, 0, 0.16]),
    part(block([0.008, 0.0032, 0.0262], 0.3), orange, [-length / 2 - 0.033, y - 0.0095, 0], [0, 0, 0.16]),
  );
  for (const end of [-1, 1])
    group.add(
      part(block([length * 0.05, height * 1.02, width * 1.02], 0.24), graphite, [end * length * 0.475, y, 0]),
    );
  for (let lamp = 0; lamp < 4; lamp += 1)
    group.add(
      part(block([0.003, 0.005, 0.008], 0.3), lamp < 3 ? greenLight : moulded, [
        -length / 2 - 0.001,
        y + 0.012,
        -0.008 + lamp * 0.0115,
      ]),
    );
  for (const z of [-1, 1]) {
    group.add(
      part(block([length * 0.9, 0.006, 0.004], 0.3), graphite, [0, 0.007, z * (width / 2 + 0.001)]),
      part(
        new PlaneGeometry(across, height * 0.6),
        side,
        [0, y + 0.004, z * (width / 2 + 0.0004)],
        [0, z > 0 ? 0 : Math.PI, 0],
      ),
    );
  }
  return group;
}
