import { PlaneGeometry, type Group } from 'three';
import { assembly, part } from '../geometry/assembly.ts';
import { block, plate } from '../geometry/solids.ts';
import { disc } from '../geometry/lathe.ts';
import { batteryLabel } from '../materials/battery-label.ts';
import { darkSeam, gold, greenLight, moulded, rubber, yellow } from '../materials/paint.ts';

const length = 0.14;
const width = 0.044;
const height = 0.038;
/** Depth of the contacts inside the case. */
const recess = 0.006;
const floor = length / 2 - recess;
/** Extrusion adds the bevel to the outline on all sides. */
const bevel = 0.0012;

/** Cross-section with three round corners and a square one, which keys the pack to its drawer. */
function section(): (readonly [number, number])[] {
  const r = 0.008;
  const corner = (z: number, y: number, from: number): (readonly [number, number])[] =>
    Array.from({ length: 7 }, (_, step) => {
      const angle = ((from + step * 15) * Math.PI) / 180;
      return [y + r * Math.sin(angle), z + r * Math.cos(angle)] as const;
    });
  const [wide, high] = [width / 2 - bevel, height / 2 - bevel];
  const [z, y] = [wide - r, high - r];
  return [...corner(z, y, 0), ...corner(-z, y, 90), ...corner(-z, -y, 180), [-high, wide]];
}

/** The trainer's pack: a hard yellow case without leads, its contacts recessed in the +x end. */
export function trainerPack(): Group {
  const y = height / 2;
  const mouth = [
    [-0.0105, -0.017],
    [0.0105, -0.017],
    [0.0105, 0.017],
    [-0.0105, 0.017],
  ] as const;
  const lengthwise = [0, 0, Math.PI / 2] as const;
  const group = assembly(
    part(plate(section(), length - recess, bevel), yellow, [floor - bevel, y, 0], lengthwise),
    part(plate(section(), recess, bevel, mouth), yellow, [length / 2 - bevel, y, 0], lengthwise),
    part(block([0.0016, 0.024, 0.037], 0.2), darkSeam, [floor, y, 0]),
    part(block([0.032, 0.026, 0.048], 0.12), rubber, [-0.05, y, 0]),
  );
  for (const z of [-0.011, -0.0055, 0.0055, 0.011])
    group.add(part(block([0.003, 0.012, 0.0022], 0.2), gold, [floor + 0.002, y, z]));
  for (const z of [-0.0016, 0.0016])
    group.add(part(block([0.003, 0.004, 0.0014], 0.2), gold, [floor + 0.002, y, z]));
  for (let rib = 0; rib < 6; rib += 1)
    group.add(part(block([0.002, 0.024, 0.0495], 0.3), moulded, [-0.062 + rib * 0.0048, y, 0]));
  const label = batteryLabel(
    {
      cells: '4S',
      capacity: '5200 mAh',
      voltage: '14.8 V',
      energy: '77 Wh',
      note: 'SCOUT TRAINER',
      ground: '#24282d',
      ink: '#f2f4f5',
      accent: '#e9b52c',
    },
    0.066 / 0.02,
  );
  for (const side of [-1, 1]) {
    const z = side * (width / 2 + 0.0004);
    group.add(
      part(new PlaneGeometry(0.066, 0.02), label, [0.003, y, z], [0, side > 0 ? 0 : Math.PI, 0]),
      part(disc(0.0032, 0.0012, 0.3), moulded, [0.058, y - 0.006, z], [Math.PI / 2, 0, 0]),
    );
    for (let lamp = 0; lamp < 4; lamp += 1)
      group.add(
        part(block([0.0032, 0.0032, 0.001], 0.3), lamp < 3 ? greenLight : moulded, [
          0.046 + lamp * 0.0052,
          y + 0.005,
          z,
        ]),
      );
  }
  const top = part(new PlaneGeometry(0.076, 0.026), label, [0.012, height + 0.0004, 0], [-Math.PI / 2, 0, 0]);
  return assembly(group, top);
}
