import { PlaneGeometry, TorusGeometry, type Group } from 'three';
import { assembly, part, placed } from '../geometry/assembly.ts';
import { block, disc, turned } from '../geometry/solids.ts';
import { lettering } from '../materials/lettering.ts';
import { aluminium, anodised, graphite, midGrey, moulded, orange, paleGrey, rubber, white } from '../materials/paint.ts';
import { lens } from './gimbal.ts';
import { hexKey } from './leads.ts';

/** Soft zip pouch. */
export function pouch(text: string, width = 0.18): Group {
  const depth = width * 0.62;
  return assembly(
    part(block([width, width * 0.14, depth], 0.46), graphite, [0, width * 0.07, 0]),
    part(block([width * 0.86, width * 0.01, width * 0.02], 0.3), moulded, [0, width * 0.139, -depth * 0.32]),
    part(block([width * 0.05, width * 0.014, width * 0.06], 0.3), orange, [width * 0.38, width * 0.142, -depth * 0.3]),
    part(new PlaneGeometry(width * 0.6, width * 0.075), lettering(text, 8, '#dfe3e6', 700), [0, width * 0.1415, depth * 0.06], [-Math.PI / 2, 0, 0]),
  );
}

/** Tray of screws with its key. */
export function screwTray(count: number, size = 0.09): Group {
  const group = assembly(part(block([size, size * 0.1, size * 0.62], 0.3), paleGrey, [0, size * 0.05, 0]), part(block([size * 0.9, size * 0.02, size * 0.52], 0.2), moulded, [0, size * 0.1, 0]));
  for (let index = 0; index < count; index += 1) {
    const x = ((index % 6) - 2.5) * size * 0.135;
    const z = (Math.floor(index / 6) - 0.9) * size * 0.15;
    group.add(placed(assembly(part(disc(size * 0.036, size * 0.06, 0.2, 24), aluminium), part(disc(size * 0.018, size * 0.064, 0.1, 6), rubber)), [x, size * 0.13, z]));
  }
  group.add(placed(hexKey(size * 0.7), [0, size * 0.11, size * 0.17]));
  return group;
}

export function strap(length = 0.2): Group {
  return assembly(
    part(block([length, 0.0035, 0.022], 0.3), graphite, [0, 0.002, 0]),
    part(block([length * 0.42, 0.003, 0.0215], 0.3), midGrey, [length * 0.26, 0.0042, 0]),
    part(block([0.016, 0.008, 0.03], 0.3), orange, [-length / 2, 0.004, 0]),
  );
}

export function terminalCap(): Group {
  return assembly(part(block([0.03, 0.024, 0.046], 0.25), orange, [0, 0.012, 0]), part(block([0.004, 0.02, 0.04], 0.3), moulded, [0.014, 0.012, 0]));
}

/** Ground target for survey flights, or a spare lens kit: both begin as a flat square. */
export function groundTarget(size = 0.22): Group {
  const group = assembly(part(block([size, 0.004, size], 0.3), white, [0, 0.002, 0]));
  for (const side of [-1, 1]) group.add(part(block([size * 0.48, 0.0042, size * 0.48], 0.1), graphite, [side * size * 0.25, 0.0025, side * size * 0.25]));
  return group;
}

export function lineSpool(radius = 0.045): Group {
  return assembly(
    part(turned([[0, 0], [radius, 0], [radius, 0.005], [radius * 0.7, 0.008], [radius * 0.7, 0.028], [radius, 0.031], [radius, 0.036], [radius * 0.3, 0.036]]), white),
    part(disc(radius * 0.86, 0.018, 0.3), orange, [0, 0.018, 0]),
    part(turned([[0, 0.0362], [radius * 0.3, 0.0362]]), moulded),
  );
}

export function spareNozzles(count: number): Group {
  const group = assembly();
  for (let index = 0; index < count; index += 1) {
    group.add(part(turned([[0, 0], [0.016, 0], [0.02, 0.008], [0.02, 0.02], [0.012, 0.026], [0.01, 0.042], [0.004, 0.044]]), orange, [(index - (count - 1) / 2) * 0.052, 0, 0]));
  }
  return group;
}

export function cargoSling(radius = 0.11): Group {
  const loops = [1, 0.82, 0.64].map((share) => part(new TorusGeometry(radius * share, 0.008, 12, 64).rotateX(Math.PI / 2), orange, [0, 0.008, 0]));
  const rings = part(new TorusGeometry(0.02, 0.005, 12, 40).rotateX(Math.PI / 2), aluminium, [radius * 0.2, 0.012, 0]);
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
