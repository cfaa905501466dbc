import { PlaneGeometry, type Group, type MeshStandardMaterial } from 'three';
import { assembly, part, placed } from '../geometry/assembly.ts';
import { bentTube, block } from '../geometry/solids.ts';
import { disc } from '../geometry/lathe.ts';
import { drawClassNine } from '../materials/class-nine.ts';
import { lettering, sheet } from '../materials/lettering.ts';
import { aluminium, darkSeam, graphite, moulded, orange, rubber } from '../materials/paint.ts';
import { railPack } from '../parts/rail-pack.ts';
import { around, grounded, type Product } from './product.ts';

const long = 0.52;
const deep = 0.31;
const base = 0.15;
const lidDepth = 0.06;
const pitch = 0.122;

function classNine(): MeshStandardMaterial {
  return sheet({ aspect: 1, pixels: 512, clear: true }, (pen, w) => drawClassNine(pen, w / 2, w / 2, w));
}

function shell(): Group {
  const wall = 0.012;
  const group = assembly(
    part(block([long, wall, deep], 0.3), graphite, [0, wall / 2, 0]),
    part(block([long - 0.02, base - 0.04, deep - 0.02], 0.02), moulded, [0, base * 0.28, 0]),
  );
  for (const side of [-1, 1]) {
    group.add(part(block([long, base, wall], 0.4), graphite, [0, base / 2, side * (deep / 2 - wall / 2)]));
    group.add(part(block([wall, base, deep], 0.4), graphite, [side * (long / 2 - wall / 2), base / 2, 0]));
    group.add(part(block([long + 0.012, 0.012, 0.018], 0.3), moulded, [0, base - 0.008, side * (deep / 2)]));
    group.add(part(block([0.018, 0.012, deep + 0.012], 0.3), moulded, [side * (long / 2), base - 0.008, 0]));
    for (const x of [-0.23, 0.23])
      group.add(part(block([0.02, base, 0.02], 0.4), moulded, [x, base / 2, side * (deep / 2 - 0.002)]));
    group.add(
      part(disc(0.015, 0.008, 0.3), aluminium, [side * (long / 2), base * 0.45, 0.08], [0, 0, Math.PI / 2]),
    );
    for (let slot = -2; slot <= 2; slot += 1)
      group.add(
        part(block([0.004, 0.03, 0.005], 0.3), darkSeam, [
          side * (long / 2 + 0.0008),
          base * 0.45,
          slot * 0.012 - 0.06,
        ]),
      );
  }
  return group;
}

function latch(x: number): Group {
  return assembly(
    part(block([0.05, 0.05, 0.014], 0.25), orange, [x, base - 0.028, deep / 2 + 0.009]),
    part(block([0.034, 0.006, 0.018], 0.3), darkSeam, [x, base - 0.04, deep / 2 + 0.009]),
  );
}

/** The lid stands open on its hinge at the back; its inside is ribbed foam. */
function lid(): Group {
  const group = assembly(
    part(block([long, lidDepth, deep], 0.2), graphite, [0, lidDepth / 2, deep / 2]),
    part(block([long - 0.03, 0.02, deep - 0.03], 0.1), moulded, [0, 0.002, deep / 2]),
  );
  for (let rib = 0; rib < 9; rib += 1)
    group.add(part(block([long - 0.06, 0.012, 0.014], 0.45), rubber, [0, -0.009, 0.036 + rib * 0.0285]));
  group.add(
    part(
      new PlaneGeometry(0.24, 0.034),
      lettering('NANKEEN', 6.2, '#e6e9eb', 800),
      [0, lidDepth + 0.0006, deep / 2],
      [-Math.PI / 2, 0, Math.PI],
    ),
  );
  return placed(group, [0, base + 0.004, -deep / 2], [-1.78, 0, 0]);
}

function transportCase(filled: boolean): Group {
  const packs = assembly();
  for (let slot = 0; slot < 4; slot += 1) {
    if (filled) packs.add(placed(railPack(), [(slot - 1.5) * pitch, 0.066, 0.012], [0, Math.PI / 2, 0]));
    if (slot > 0) packs.add(part(block([0.02, 0.1, 0.28], 0.2), rubber, [(slot - 2) * pitch, 0.076, 0]));
  }
  const mark = new PlaneGeometry(0.124, 0.124);
  const marks = [-1, 1].map((side) =>
    part(
      mark,
      classNine(),
      [-0.13 * side, base * 0.45, side * (deep / 2 + 0.0006)],
      [0, side > 0 ? 0 : Math.PI, 0],
    ),
  );
  const name = part(new PlaneGeometry(0.16, 0.02), lettering('LITHIUM ION BATTERIES', 8, '#e6e9eb', 700), [
    0.045,
    base * 0.17,
    deep / 2 + 0.0006,
  ]);
  const handle = part(
    bentTube(
      [
        [-0.06, base * 0.5, deep / 2],
        [-0.055, base * 0.46, deep / 2 + 0.035],
        [0.055, base * 0.46, deep / 2 + 0.035],
        [0.06, base * 0.5, deep / 2],
      ],
      0.008,
      0.1,
    ),
    rubber,
    [0.045, 0.012, 0],
  );
  return assembly(
    shell(),
    lid(),
    latch(-0.225),
    latch(0.225),
    handle,
    ...marks,
    name,
    placed(packs, [0, 0.012, 0]),
  );
}

export function batteryTransportCase(): Product {
  return {
    body: grounded(transportCase(true)),
    // It is sold empty.
    unpacked: () => [transportCase(false)],
    views: {
      'front-three-quarter': { azimuth: 72, elevation: 28, fill: 0.82 },
      side: { azimuth: 90, elevation: 14, fill: 0.8 },
      front: { azimuth: 0, fill: 0.78, elevation: 12 },
      detail: { azimuth: 84, elevation: 22, focus: around([-0.12, 0.08, 0.13], [0.17, 0.13, 0.1]) },
      top: { fill: 0.86 },
    },
  };
}
