import type { Group } from 'three';
import { assembly, part, placed } from '../geometry/assembly.ts';
import { block } from '../geometry/solids.ts';
import { disc } from '../geometry/lathe.ts';
import { anodised, eucalypt, graphite, moulded, paleGrey, white } from '../materials/paint.ts';
import { lens } from './lens.ts';

/** Five narrow-band lenses in one block, tilted forward so all are visible. */
export function multispectralCamera(): Group {
  const block5 = assembly(
    part(block([0.05, 0.062, 0.1], 0.14), anodised),
    part(block([0.004, 0.006, 0.09], 0.3), eucalypt, [0.025, 0.034, 0]),
  );
  const eyes = [
    [0.014, -0.032],
    [0.014, 0],
    [0.014, 0.032],
    [-0.015, -0.018],
    [-0.015, 0.018],
  ] as const;
  eyes.forEach(([y, z], index) => block5.add(placed(lens(0.0118, index === 1), [0.033, y, z])));
  const cradle = assembly(part(block([0.09, 0.014, 0.09], 0.3), graphite, [0, 0.012, 0]));
  for (const side of [-1, 1])
    cradle.add(part(block([0.03, 0.06, 0.006], 0.4), moulded, [0, -0.012, side * 0.054]));
  return assembly(cradle, placed(block5, [0, -0.034, 0], [0, 0, -0.5]));
}

/** Points at the sky and measures the incoming light for the camera below. */
export function sunSensor(): Group {
  return assembly(
    part(block([0.06, 0.018, 0.06], 0.25), white),
    part(block([0.044, 0.004, 0.044], 0.3), graphite, [0, 0.009, 0]),
    part(disc(0.016, 0.012, 0.4), paleGrey, [0, 0.012, 0]),
  );
}
