import { SphereGeometry, type Group } from 'three';
import { assembly, part, placed } from '../geometry/assembly.ts';
import { block } from '../geometry/solids.ts';
import { disc, turned } from '../geometry/lathe.ts';
import { aluminium, graphite, moulded, white } from '../materials/paint.ts';
import { lens } from './lens.ts';

/** Ball turret below a nose: yoke, ball and window. The mounting face is at the origin, it hangs down. */
export function ballGimbal(radius: number, eyes: 'single' | 'dual'): Group {
  const r = radius;
  const ball = part(new SphereGeometry(r, 56, 40), white);
  const visor = part(block([r * 0.54, r * 1.12, r * 1.3], 0.28), moulded, [r * 0.76, 0, 0]);
  const head = assembly(ball, visor);
  if (eyes === 'single') head.add(placed(lens(r * 0.46), [r * 1.12, 0, 0]));
  else {
    head.add(placed(lens(r * 0.34), [r * 1.12, r * 0.08, -r * 0.3]));
    head.add(placed(lens(r * 0.24, true), [r * 1.1, r * 0.1, r * 0.34]));
    head.add(placed(lens(r * 0.1), [r * 1.04, -r * 0.36, r * 0.3]));
  }
  head.position.y = -r * 1.55;
  head.rotation.z = -0.1;
  const collar = part(
    turned([
      [0, 0],
      [r * 0.95, 0],
      [r * 0.95, -r * 0.16],
      [r * 0.78, -r * 0.34],
      [0, -r * 0.34],
    ]),
    graphite,
  );
  const cheek = block([r * 0.62, r * 1.5, r * 0.2], 0.4);
  const cheeks = [-1, 1].map((side) => part(cheek, graphite, [-r * 0.05, -r * 0.95, side * r * 1.06]));
  const hinge = disc(r * 0.3, r * 0.1, 0.2);
  const hinges = [-1, 1].map((side) =>
    part(hinge, aluminium, [0, -r * 1.55, side * r * 1.17], [Math.PI / 2, 0, 0]),
  );
  const bridge = part(block([r * 0.62, r * 0.2, r * 2.3], 0.4), graphite, [-r * 0.05, -r * 0.3, 0]);
  return assembly(head, collar, bridge, ...cheeks, ...hinges);
}
