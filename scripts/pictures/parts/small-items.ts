import { PlaneGeometry, type Group } from 'three';
import { assembly, part, placed } from '../geometry/assembly.ts';
import { block } from '../geometry/solids.ts';
import { disc } from '../geometry/lathe.ts';
import { lettering } from '../materials/lettering.ts';
import { aluminium, graphite, midGrey, moulded, orange, paleGrey, rubber } from '../materials/paint.ts';
import { hexKey } from './leads.ts';

/** Soft zip pouch. */
export function pouch(text: string, width = 0.18): Group {
  const depth = width * 0.62;
  return assembly(
    part(block([width, width * 0.14, depth], 0.46), graphite, [0, width * 0.07, 0]),
    part(block([width * 0.86, width * 0.01, width * 0.02], 0.3), moulded, [0, width * 0.139, -depth * 0.32]),
    part(block([width * 0.05, width * 0.014, width * 0.06], 0.3), orange, [
      width * 0.38,
      width * 0.142,
      -depth * 0.3,
    ]),
    part(
      new PlaneGeometry(width * 0.6, width * 0.075),
      lettering(text, 8, '#dfe3e6', 700),
      [0, width * 0.1415, depth * 0.06],
      [-Math.PI / 2, 0, 0],
    ),
  );
}

/** Tray of screws with its key. */
export function screwTray(count: number, size = 0.09): Group {
  const group = assembly(
    part(block([size, size * 0.1, size * 0.62], 0.3), paleGrey, [0, size * 0.05, 0]),
    part(block([size * 0.9, size * 0.02, size * 0.52], 0.2), moulded, [0, size * 0.1, 0]),
  );
  for (let index = 0; index < count; index += 1) {
    const x = ((index % 6) - 2.5) * size * 0.135;
    const z = (Math.floor(index / 6) - 0.9) * size * 0.15;
    group.add(
      placed(
        assembly(
          part(disc(size * 0.036, size * 0.06, 0.2, 24), aluminium),
          part(disc(size * 0.018, size * 0.064, 0.1, 6), rubber),
        ),
        [x, size * 0.13, z],
      ),
    );
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
  return assembly(
    part(block([0.03, 0.024, 0.046], 0.25), orange, [0, 0.012, 0]),
    part(block([0.004, 0.02, 0.04], 0.3), moulded, [0.014, 0.012, 0]),
  );
}
