import { TorusGeometry, type Group } from 'three';
import { assembly, part } from '../geometry/assembly.ts';
import { bentTube, block, rod } from '../geometry/solids.ts';
import { disc, turned } from '../geometry/lathe.ts';
import { aluminium, anodised, graphite, moulded, orange, titanium } from '../materials/paint.ts';

/** Line drum between two cheeks, brake motor at its side, line and hook below. */
export function winch(drop: number): Group {
  const group = assembly(
    part(
      turned([
        [0, -0.07],
        [0.055, -0.07],
        [0.055, -0.062],
        [0.036, -0.056],
        [0.036, 0.056],
        [0.055, 0.062],
        [0.055, 0.07],
        [0, 0.07],
      ]),
      aluminium,
      [0, -0.075, 0],
      [Math.PI / 2, 0, 0],
    ),
    part(disc(0.04, 0.045, 0.15), anodised, [0, -0.075, 0.115], [Math.PI / 2, 0, 0]),
  );
  for (const side of [-1, 1])
    group.add(part(block([0.13, 0.15, 0.012], 0.3), graphite, [0, -0.075, side * 0.084]));
  for (let turn = -7; turn <= 7; turn += 1) {
    group.add(part(new TorusGeometry(0.041, 0.0036, 10, 48), orange, [0, -0.075, turn * 0.0074]));
  }
  group.add(part(rod([0.04, -0.075, 0], [0.04, -drop, 0], 0.0024), orange));
  group.add(
    part(
      turned([
        [0, 0.03],
        [0.012, 0.026],
        [0.018, 0],
        [0.014, -0.03],
        [0, -0.034],
      ]),
      moulded,
      [0.04, -drop, 0],
    ),
  );
  const d = drop + 0.03;
  const hook = bentTube(
    [
      [0.04, -d, 0],
      [0.04, -d - 0.03, 0],
      [0.064, -d - 0.055, 0],
      [0.05, -d - 0.085, 0],
      [0.02, -d - 0.08, 0],
      [0.014, -d - 0.056, 0],
    ],
    0.0065,
  );
  group.add(part(hook, titanium));
  return group;
}
