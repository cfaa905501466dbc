import { PlaneGeometry, type Group } from 'three';
import { assembly, part } from '../geometry/assembly.ts';
import { block } from '../geometry/solids.ts';
import { disc } from '../geometry/lathe.ts';
import { batteryLabel } from '../materials/battery-label.ts';
import { aluminium, eucalypt, nylon } from '../materials/paint.ts';
import { balanceLead, powerLeads, smallPlug } from './connectors.ts';

const cell = 0.0096;
const pitch = 0.0193;
const height = 0.072;
const length = pitch * 6;
const deep = 0.042;

/** Twelve round cells, six by two, standing under a heat-shrunk sleeve; strips and rings show on top. */
export function liIonPack(): Group {
  const group = assembly();
  for (let column = 0; column < 6; column += 1) {
    for (const row of [-1, 1]) {
      const x = (column - 2.5) * pitch;
      const z = row * (deep / 2 - cell);
      group.add(
        part(disc(cell, height - 0.003, 0.14), eucalypt, [x, height / 2 - 0.001, z]),
        part(disc(cell * 0.8, 0.002, 0.1), nylon, [x, height - 0.0022, z]),
        part(disc(cell * 0.52, 0.002, 0.2), aluminium, [x, height - 0.0014, z]),
      );
    }
  }
  for (const pair of [-1, 0, 1])
    group.add(
      part(block([pitch + 0.006, 0.0007, deep - cell * 1.9], 0.2), aluminium, [pair * pitch * 2, height, 0]),
    );
  group.add(
    part(block([length - cell, height * 0.86, deep - 0.004], 0.04), eucalypt, [0, height / 2, 0]),
    part(block([length - cell, height * 0.8, deep + 0.0006], 0.02), eucalypt, [0, height / 2, 0]),
    part(block([length + 0.0006, height * 0.8, deep - cell], 0.02), eucalypt, [0, height / 2, 0]),
  );
  const [across, high] = [0.098, 0.05];
  const label = batteryLabel(
    {
      cells: '6S',
      capacity: '6000 mAh',
      voltage: '21.6 V',
      energy: '129.6 Wh',
      note: 'Li-ion · XT60',
      ground: '#eef0f1',
      ink: '#1d2126',
      accent: '#3c8067',
    },
    across / high,
  );
  for (const side of [-1, 1])
    group.add(
      part(
        new PlaneGeometry(across, high),
        label,
        [0, height / 2, side * (deep / 2 + 0.0007)],
        [0, side > 0 ? 0 : Math.PI, 0],
      ),
    );
  const end = length / 2;
  group.add(
    powerLeads(
      [end - 0.002, height * 0.8, 0.006],
      [end + 0.062, 0.006, 0.018],
      0.0022,
      0.0042,
      smallPlug(),
      -0.2,
    ),
    balanceLead([end - 0.002, height * 0.62, -0.01], [end + 0.04, 0.0035, -0.018], 7),
  );
  return group;
}
