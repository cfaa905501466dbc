import { PlaneGeometry, type Group } from 'three';
import { assembly, part } from '../geometry/assembly.ts';
import { block } from '../geometry/solids.ts';
import { disc } from '../geometry/lathe.ts';
import { batteryLabel } from '../materials/battery-label.ts';
import { aluminium, eucalypt, nylon } from '../materials/paint.ts';
import { balanceLead, powerLeads, smallPlug } from '../parts/connectors.ts';
import { smartPack } from '../parts/smart-pack.ts';
import { around, grounded, type Product } from './product.ts';

export function smartBattery(): Product {
  return {
    body: grounded(smartPack()),
    views: {
      'front-three-quarter': { azimuth: 56, elevation: 20, fill: 0.76 },
      side: { fill: 0.78 },
      front: { fill: 0.7, elevation: 8 },
      detail: { azimuth: 30, elevation: 14, focus: around([0.1, 0.06, 0], [0.06, 0.11, 0.16]) },
      'rear-three-quarter': { azimuth: 238, fill: 0.76 },
    },
  };
}

/** Six 21700 cells under a heat-shrunk sleeve: the rounds stay visible, which tells it from a pouch pack. */
export function liIonPack(): Group {
  const cell = 0.0109;
  const length = 0.142;
  const group = assembly();
  for (const z of [-1, 0, 1]) {
    for (const row of [0, 1]) {
      const at = [0, cell + row * cell * 2, z * cell * 2] as const;
      group.add(part(disc(cell, length, 0.12), eucalypt, at, [0, 0, Math.PI / 2]));
      group.add(part(disc(cell * 0.8, length + 0.002, 0.05), nylon, at, [0, 0, Math.PI / 2]));
      group.add(part(disc(cell * 0.4, length + 0.005, 0.1), aluminium, at, [0, 0, Math.PI / 2]));
    }
  }
  const high = cell * 4;
  const wide = cell * 6;
  group.add(part(block([length * 0.8, high * 0.72, wide * 1.004], 0.05), eucalypt, [0, high / 2, 0]));
  group.add(part(block([length * 0.8, high * 1.004, wide * 0.8], 0.05), eucalypt, [0, high / 2, 0]));
  const facts = {
    cells: '6S',
    capacity: '6000 mAh',
    voltage: '21.6 V',
    energy: '129.6 Wh',
    note: 'Li-ion 21700',
    ground: '#eef0f1',
    ink: '#1d2126',
    accent: '#3c8067',
  };
  const across = length * 0.74;
  const side = batteryLabel(facts, across / (high * 0.68));
  const top = batteryLabel(facts, across / (wide * 0.74));
  for (const end of [-1, 1]) {
    group.add(
      part(
        new PlaneGeometry(across, high * 0.68),
        side,
        [0, high / 2, end * (wide * 0.502 + 0.0004)],
        [0, end > 0 ? 0 : Math.PI, 0],
      ),
    );
  }
  group.add(
    part(new PlaneGeometry(across, wide * 0.74), top, [0, high * 1.002 + 0.0004, 0], [-Math.PI / 2, 0, 0]),
  );
  group.add(
    powerLeads(
      [length / 2, high * 0.66, 0.006],
      [length / 2 + 0.056, 0.006, 0.018],
      0.0022,
      0.0042,
      smallPlug(),
      -0.2,
    ),
  );
  group.add(balanceLead([length / 2, high * 0.45, -0.014], [length / 2 + 0.04, 0.0035, -0.02], 7));
  return group;
}

export function liIonBattery(): Product {
  return {
    body: grounded(liIonPack()),
    views: {
      'front-three-quarter': { azimuth: 52, elevation: 26, fill: 0.82 },
      side: { fill: 0.8, elevation: 8 },
      front: { azimuth: 12, elevation: 18, fill: 0.62 },
      detail: { azimuth: 28, elevation: 22, focus: around([0.05, 0.022, 0], [0.06, 0.044, 0.07]) },
      'rear-three-quarter': { azimuth: 236, fill: 0.76 },
    },
  };
}
