import { PlaneGeometry, type Group } from 'three';
import { assembly, part } from '../geometry/assembly.ts';
import { bentTube, block, type Triple } from '../geometry/solids.ts';
import { lettering } from '../materials/lettering.ts';
import { darkSeam, graphite, moulded, orange, rubber } from '../materials/paint.ts';

/** Closed hard case, lid up: ribs, lid seam, two latches and a handle at the front. */
export function transitCase([long, high, deep]: Triple, text: string): Group {
  const group = assembly(
    part(block([long, high, deep], 0.12), graphite, [0, high / 2, 0]),
    part(block([long * 1.006, 0.008, deep * 1.012], 0.3), darkSeam, [0, high * 0.68, 0]),
    part(
      new PlaneGeometry(long * 0.4, long * 0.05),
      lettering(text, 8, '#e6e9eb', 800),
      [0, high + 0.0008, deep * 0.04],
      [-Math.PI / 2, 0, 0],
    ),
    part(
      bentTube(
        [
          [-0.07, high * 0.5, deep / 2],
          [-0.065, high * 0.5, deep / 2 + 0.04],
          [0.065, high * 0.5, deep / 2 + 0.04],
          [0.07, high * 0.5, deep / 2],
        ],
        0.01,
        0.1,
      ),
      rubber,
    ),
  );
  for (const side of [-1, 1]) {
    group.add(
      part(block([0.06, high * 0.28, 0.02], 0.25), orange, [
        side * long * 0.3,
        high * 0.66,
        deep / 2 + 0.004,
      ]),
      part(block([long * 0.045, 0.012, deep * 0.9], 0.4), moulded, [side * long * 0.42, high, 0]),
      part(block([long * 0.03, 0.012, deep * 0.9], 0.4), moulded, [side * long * 0.3, high, 0]),
    );
  }
  return group;
}

/** Backpack lying on its straps: main compartment, front pocket, haul loop. */
export function backpack([long, high, deep]: Triple): Group {
  const group = assembly(
    part(block([long, high, deep], 0.36), graphite, [0, high / 2, 0]),
    part(block([long * 0.5, high * 0.2, deep * 0.76], 0.4), moulded, [-long * 0.1, high, 0]),
    part(block([long * 0.46, 0.006, 0.008], 0.3), orange, [-long * 0.1, high * 1.1, deep * 0.28]),
    part(block([0.03, high * 0.14, deep * 0.3], 0.4), rubber, [long / 2, high * 0.7, 0]),
  );
  for (const side of [-1, 1])
    group.add(
      part(block([long * 0.94, 0.012, 0.03], 0.4), rubber, [0, high * 0.98, side * deep * 0.41]),
      part(block([0.04, 0.016, 0.036], 0.3), orange, [long * 0.32, high * 0.99, side * deep * 0.41]),
    );
  return group;
}

/** Flat tin with a lid, the label on top. */
export function tin(text: string, [long, high, deep]: Triple): Group {
  return assembly(
    part(block([long, high, deep], 0.24), moulded, [0, high / 2, 0]),
    part(block([long * 1.008, high * 0.4, deep * 1.012], 0.3), orange, [0, high * 0.82, 0]),
    part(
      new PlaneGeometry(long * 0.8, long * 0.1),
      lettering(text, 8, '#1d2126', 800),
      [0, high * 1.02 + 0.0006, 0],
      [-Math.PI / 2, 0, 0],
    ),
  );
}
