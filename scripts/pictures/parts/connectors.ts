import type { Group } from 'three';
import { assembly, part, placed } from '../geometry/assembly.ts';
import { bentTube, block, type Triple } from '../geometry/solids.ts';
import { disc } from '../geometry/lathe.ts';
import { blackWire, gold, midGrey, moulded, nylon, ochre, redWire } from '../materials/paint.ts';

/** Anti-spark plug with two large contacts and signal pins; its face looks along +x. */
export function sparkProofPlug(): Group {
  const group = assembly(
    part(block([0.03, 0.021, 0.042], 0.18), moulded),
    part(block([0.006, 0.023, 0.044], 0.2), midGrey, [-0.011, 0, 0]),
  );
  for (const side of [-1, 1]) {
    group.add(
      part(
        disc(0.0068, 0.004, 0.2),
        side > 0 ? redWire : blackWire,
        [0.0152, 0, 0.0115 * side],
        [0, 0, Math.PI / 2],
      ),
    );
    group.add(part(disc(0.005, 0.008, 0.2), gold, [0.0158, 0, 0.0115 * side], [0, 0, Math.PI / 2]));
  }
  for (const z of [-0.003, 0, 0.003])
    group.add(part(disc(0.0009, 0.008, 0.2, 12), gold, [0.0158, 0.0068, z], [0, 0, Math.PI / 2]));
  return group;
}

/** The yellow two-pole plug of smaller packs. */
export function smallPlug(): Group {
  const group = assembly(part(block([0.018, 0.009, 0.017], 0.2), ochre));
  for (const side of [-1, 1])
    group.add(part(disc(0.0028, 0.006, 0.2), gold, [0.0095, 0, 0.0042 * side], [0, 0, Math.PI / 2]));
  return group;
}

export function balanceLead(from: Triple, to: Triple, strands: number): Group {
  const group = assembly();
  for (let index = 0; index < strands; index += 1) {
    const z = (index - (strands - 1) / 2) * 0.0022;
    const middle: Triple = [
      (from[0] + to[0]) / 2,
      Math.max(from[1], to[1]) + 0.004,
      (from[2] + to[2]) / 2 + z,
    ];
    const colour = index === 0 ? blackWire : index === strands - 1 ? redWire : nylon;
    group.add(
      part(bentTube([[from[0], from[1], from[2] + z], middle, [to[0], to[1], to[2] + z]], 0.0009), colour),
    );
  }
  group.add(part(block([0.011, 0.006, strands * 0.0025 + 0.003], 0.15), nylon, to));
  return group;
}

/** Red and black power leads that leave a pack and end in a plug. */
export function powerLeads(
  from: Triple,
  plugAt: Triple,
  wire: number,
  spread: number,
  plug: Group,
  turn = 0,
): Group {
  const group = assembly(placed(plug, plugAt, [0, turn, 0]));
  for (const side of [-1, 1]) {
    const start: Triple = [from[0], from[1], from[2] + spread * side];
    const rise: Triple = [
      from[0] + (plugAt[0] - from[0]) * 0.35,
      from[1] + 0.004,
      from[2] + spread * side * 1.25,
    ];
    const fall: Triple = [
      from[0] + (plugAt[0] - from[0]) * 0.75,
      (from[1] + plugAt[1]) / 2,
      (from[2] + plugAt[2] * 2) / 3 + spread * side,
    ];
    const end: Triple = [plugAt[0] - 0.008, plugAt[1], plugAt[2] + spread * side * 0.95];
    group.add(part(bentTube([start, rise, fall, end], wire), side > 0 ? redWire : blackWire));
  }
  return group;
}
