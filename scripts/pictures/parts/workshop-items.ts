import { TorusGeometry, type Group } from 'three';
import { assembly, part, placed } from '../geometry/assembly.ts';
import { block, rod } from '../geometry/solids.ts';
import { disc, turned } from '../geometry/lathe.ts';
import {
  aluminium,
  darkSeam,
  graphite,
  moulded,
  orange,
  paleGrey,
  rubber,
  white,
} from '../materials/paint.ts';

/** Small tube of threadlocker or grease, lying along x. */
export function tube(length = 0.06): Group {
  const r = length * 0.13;
  return assembly(
    part(
      turned([
        [0, 0],
        [r * 0.5, 0],
        [r * 0.5, length * 0.1],
        [r, length * 0.16],
        [r, length * 0.72],
        [r * 0.2, length],
        [0, length],
      ]),
      paleGrey,
      [-length / 2, r, 0],
      [0, 0, -Math.PI / 2],
    ),
    part(disc(r * 0.62, length * 0.16, 0.2), orange, [-length * 0.56, r, 0], [0, 0, Math.PI / 2]),
  );
}

/** A row of rings: washers, centring rings, or lock nuts when `hexagonal`. */
export function rings(count: number, radius: number, hexagonal = false): Group {
  const group = assembly();
  for (let index = 0; index < count; index += 1) {
    const x = (index - (count - 1) / 2) * radius * 2.7;
    group.add(
      hexagonal
        ? assembly(
            part(disc(radius, radius * 0.9, 0.16, 6), aluminium, [x, radius * 0.45, 0]),
            part(disc(radius * 0.55, radius * 0.94, 0.1), darkSeam, [x, radius * 0.46, 0]),
          )
        : part(new TorusGeometry(radius * 0.78, radius * 0.2, 12, 48).rotateX(Math.PI / 2), aluminium, [
            x,
            radius * 0.2,
            0,
          ]),
    );
  }
  return group;
}

/** Flat spanner with one open end. */
export function spanner(length = 0.09): Group {
  const thick = length * 0.05;
  const jaw = (side: number): Group =>
    placed(
      assembly(part(block([length * 0.16, thick, length * 0.055], 0.3), aluminium)),
      [length * 0.5, thick / 2, side * length * 0.075],
      [0, side * 0.2, 0],
    );
  return assembly(
    part(block([length * 0.86, thick, length * 0.09], 0.3), aluminium, [0, thick / 2, 0]),
    part(disc(length * 0.11, thick, 0.2), aluminium, [length * 0.4, thick / 2, 0]),
    jaw(-1),
    jaw(1),
  );
}

/** Fork that lifts a push-fit hub off its shaft. */
export function puller(length = 0.07): Group {
  const group = assembly(
    part(block([length * 0.6, length * 0.1, length * 0.2], 0.4), orange, [-length * 0.2, length * 0.05, 0]),
  );
  for (const side of [-1, 1])
    group.add(
      part(
        rod(
          [length * 0.08, length * 0.05, side * length * 0.06],
          [length * 0.5, length * 0.05, side * length * 0.09],
          length * 0.03,
        ),
        aluminium,
      ),
    );
  return group;
}

/** Balance board of the charger: a row of sockets on a small plate. */
export function balanceBoard(): Group {
  const group = assembly(part(block([0.09, 0.004, 0.036], 0.3), graphite, [0, 0.004, 0]));
  for (let socket = 0; socket < 6; socket += 1)
    group.add(
      part(block([0.007 + socket * 0.0012, 0.01, 0.009], 0.2), white, [
        -0.034 + socket * 0.0134,
        0.01,
        0.006,
      ]),
    );
  group.add(part(block([0.012, 0.012, 0.024], 0.3), rubber, [0.047, 0.008, 0]));
  return group;
}

/** Pleated air filter in its frame. */
export function airFilter(): Group {
  const group = assembly(part(block([0.1, 0.012, 0.05], 0.2), moulded, [0, 0.006, 0]));
  for (let fold = 0; fold < 14; fold += 1)
    group.add(part(block([0.003, 0.006, 0.042], 0.3), paleGrey, [-0.0422 + fold * 0.0065, 0.013, 0]));
  return group;
}

export function screws(count: number, size = 0.006): Group {
  const group = assembly();
  for (let index = 0; index < count; index += 1) {
    const x = (index - (count - 1) / 2) * size * 5;
    group.add(
      part(disc(size, size, 0.2, 24), aluminium, [x, size * 0.5, 0]),
      part(disc(size * 0.5, size * 1.04, 0.1, 6), darkSeam, [x, size * 0.5, 0]),
    );
  }
  return group;
}

/** Red sealing rings, overlapping as if poured from a bag. */
export function sealRings(count: number, radius: number): Group {
  const group = assembly();
  for (let index = 0; index < count; index += 1)
    group.add(
      part(new TorusGeometry(radius, radius * 0.07, 12, 64).rotateX(Math.PI / 2), orange, [
        index * radius * 0.8,
        radius * (0.07 + index * 0.1),
        index * radius * 0.5,
      ]),
    );
  return group;
}

/** Silicone strap that lifts a pack out of a wet hull. */
export function pullStrap(length = 0.12): Group {
  return assembly(
    part(block([length, 0.003, 0.018], 0.3), orange, [0, 0.0015, 0]),
    part(new TorusGeometry(0.011, 0.003, 12, 40).rotateX(Math.PI / 2), orange, [length / 2 + 0.01, 0.003, 0]),
  );
}
