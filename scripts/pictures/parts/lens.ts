import { SphereGeometry, type Group } from 'three';
import { assembly, part } from '../geometry/assembly.ts';
import { hollow, turned } from '../geometry/lathe.ts';
import { aluminium, darkSeam, germanium, glass, graphite, orange } from '../materials/paint.ts';

/** A lens that looks along +x, front face near the origin. */
export function lens(radius: number, thermal = false): Group {
  const barrel = turned([
    [radius * 0.7, 0],
    [radius, -radius * 0.06],
    [radius, -radius * 0.9],
    [0, -radius * 0.9],
  ]);
  const inner = hollow([
    [radius * 0.72, 0],
    [radius * 0.58, -radius * 0.22],
    [radius * 0.55, -radius * 0.3],
  ]);
  const front = new SphereGeometry(radius * 0.9, 40, 20, 0, Math.PI * 2, 0, 0.72).translate(
    0,
    -radius * 0.86,
    0,
  );
  const group = assembly(
    part(barrel, graphite),
    part(inner, darkSeam),
    part(front, thermal ? germanium : glass),
    part(
      turned([
        [radius * 1.01, -radius * 0.28],
        [radius * 1.03, -radius * 0.3],
        [radius * 1.03, -radius * 0.36],
        [radius * 1.01, -radius * 0.38],
      ]),
      thermal ? orange : aluminium,
    ),
  );
  group.rotation.z = -Math.PI / 2;
  return assembly(group);
}
