import { TorusGeometry, type Group } from 'three';
import { assembly, part } from '../geometry/assembly.ts';
import { block } from '../geometry/solids.ts';
import { disc, turned } from '../geometry/lathe.ts';
import { aluminium, anodised, graphite, moulded, orange, paleGrey, white } from '../materials/paint.ts';
import { lens } from './lens.ts';

/** Ground target for survey flights. */
export function groundTarget(size = 0.22): Group {
  const group = assembly(part(block([size, 0.004, size], 0.3), white, [0, 0.002, 0]));
  for (const side of [-1, 1])
    group.add(
      part(block([size * 0.48, 0.0042, size * 0.48], 0.1), graphite, [
        side * size * 0.25,
        0.0025,
        side * size * 0.25,
      ]),
    );
  return group;
}

export function lineSpool(radius = 0.045): Group {
  return assembly(
    part(
      turned([
        [0, 0],
        [radius, 0],
        [radius, 0.005],
        [radius * 0.7, 0.008],
        [radius * 0.7, 0.028],
        [radius, 0.031],
        [radius, 0.036],
        [radius * 0.3, 0.036],
      ]),
      white,
    ),
    part(disc(radius * 0.86, 0.018, 0.3), orange, [0, 0.018, 0]),
    part(
      turned([
        [0, 0.0362],
        [radius * 0.3, 0.0362],
      ]),
      moulded,
    ),
  );
}

export function spareNozzles(count: number): Group {
  const group = assembly();
  for (let index = 0; index < count; index += 1) {
    group.add(
      part(
        turned([
          [0, 0],
          [0.016, 0],
          [0.02, 0.008],
          [0.02, 0.02],
          [0.012, 0.026],
          [0.01, 0.042],
          [0.004, 0.044],
        ]),
        orange,
        [(index - (count - 1) / 2) * 0.052, 0, 0],
      ),
    );
  }
  return group;
}

export function cargoSling(radius = 0.11): Group {
  const loops = [1, 0.82, 0.64].map((share) =>
    part(new TorusGeometry(radius * share, 0.008, 12, 64).rotateX(Math.PI / 2), orange, [0, 0.008, 0]),
  );
  const rings = part(new TorusGeometry(0.02, 0.005, 12, 40).rotateX(Math.PI / 2), aluminium, [
    radius * 0.2,
    0.012,
    0,
  ]);
  return assembly(...loops, rings);
}

export function reflectancePanel(size = 0.16): Group {
  return assembly(
    part(block([size, 0.012, size], 0.3), graphite, [0, 0.006, 0]),
    part(block([size * 0.7, 0.002, size * 0.7], 0.2), paleGrey, [0, 0.0125, 0]),
    part(disc(0.008, 0.004, 0.3), anodised, [size * 0.42, 0.013, size * 0.42]),
  );
}

/** Filters and caps for optics in a flat tray. */
export function lensTray(): Group {
  const group = assembly(part(block([0.13, 0.016, 0.06], 0.3), moulded, [0, 0.008, 0]));
  for (const x of [-0.04, 0, 0.04]) {
    const one = lens(0.016, x > 0.03);
    one.rotation.z = Math.PI / 2;
    one.position.set(x, 0.022, 0);
    group.add(one);
  }
  return group;
}
