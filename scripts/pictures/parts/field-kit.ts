import { TorusGeometry, type Group } from 'three';
import { assembly, part, placed } from '../geometry/assembly.ts';
import { block, rod } from '../geometry/solids.ts';
import { disc, turned } from '../geometry/lathe.ts';
import {
  aluminium,
  anodised,
  graphite,
  greenLight,
  moulded,
  orange,
  paleGrey,
  rubber,
  tankShell,
  white,
} from '../materials/paint.ts';
import { dataLead } from './leads.ts';

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

/** Two litres, translucent, with a handle. */
export function measuringJug(): Group {
  const wall = turned([
    [0.05, 0],
    [0.056, 0.004],
    [0.068, 0.19],
    [0.072, 0.194],
    [0.064, 0.192],
    [0.052, 0.008],
    [0, 0.006],
  ]);
  return assembly(
    part(wall, tankShell),
    part(disc(0.051, 0.004, 0.1), paleGrey, [0, 0.004, 0]),
    part(new TorusGeometry(0.045, 0.008, 12, 32, Math.PI).rotateZ(-Math.PI / 2), orange, [0.062, 0.11, 0]),
  );
}

/** Receiver of the base station on its folded mast, lying along x. */
export function baseMast(): Group {
  const group = assembly(
    part(rod([-0.42, 0.014, 0], [0.4, 0.014, 0], 0.014), aluminium),
    part(disc(0.055, 0.03, 0.3), white, [0.43, 0.056, 0], [0, 0, Math.PI / 2]),
    part(block([0.04, 0.04, 0.05], 0.3), graphite, [-0.1, 0.02, 0]),
  );
  for (const side of [-1, 1])
    group.add(part(rod([-0.1, 0.012, side * 0.03], [-0.46, 0.012, side * 0.07], 0.009), graphite));
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

/** Marks the landing spot: a low puck with lights around its rim. */
export function landingBeacon(): Group {
  const group = assembly(
    part(disc(0.1, 0.03, 0.3), graphite, [0, 0.015, 0]),
    part(disc(0.066, 0.016, 0.4), white, [0, 0.036, 0]),
    part(disc(0.024, 0.01, 0.4), orange, [0, 0.046, 0]),
  );
  for (let lamp = 0; lamp < 8; lamp += 1) {
    const angle = (lamp / 8) * Math.PI * 2;
    group.add(
      part(disc(0.008, 0.008, 0.4, 20), greenLight, [
        0.084 * Math.cos(angle),
        0.032,
        0.084 * Math.sin(angle),
      ]),
    );
  }
  return group;
}

export function reflectancePanel(size = 0.16): Group {
  return assembly(
    part(block([size, 0.012, size], 0.3), graphite, [0, 0.006, 0]),
    part(block([size * 0.7, 0.002, size * 0.7], 0.2), paleGrey, [0, 0.0125, 0]),
    part(disc(0.008, 0.004, 0.3), anodised, [size * 0.42, 0.013, size * 0.42]),
  );
}

/** Hood that keeps the sun off a lens, standing on its wide end. */
export function lensHood(radius = 0.04): Group {
  return assembly(
    part(
      turned([
        [radius, 0],
        [radius * 0.74, radius],
        [radius * 0.68, radius],
        [radius * 0.92, 0.002],
      ]),
      moulded,
    ),
    part(new TorusGeometry(radius * 0.71, 0.002, 10, 48).rotateX(Math.PI / 2), orange, [0, radius, 0]),
  );
}

export function wallCharger(): Group {
  return assembly(
    placed(dataLead(), [0.09, 0, 0]),
    part(block([0.09, 0.034, 0.056], 0.24), moulded, [-0.03, 0.017, 0]),
    part(block([0.012, 0.002, 0.006], 0.3), greenLight, [0, 0.034, 0.016]),
  );
}

/** Spare release clips: a stainless pin in an orange body. */
export function releaseClips(count: number): Group {
  const group = assembly();
  for (let index = 0; index < count; index += 1) {
    const z = (index - (count - 1) / 2) * 0.03;
    group.add(
      part(block([0.03, 0.014, 0.018], 0.3), orange, [-0.016, 0.007, z]),
      part(rod([0, 0.007, z], [0.034, 0.007, z], 0.0026), aluminium),
      part(disc(0.005, 0.004, 0.3), rubber, [-0.016, 0.015, z]),
    );
  }
  return group;
}
