import { PlaneGeometry, type Group, type Material } from 'three';
import { assembly, part } from '../geometry/assembly.ts';
import { block, type Triple } from '../geometry/solids.ts';
import { batteryLabel, type BatteryFacts } from '../materials/battery-label.ts';
import { balanceLead, powerLeads, sparkProofPlug } from './connectors.ts';

export interface PackPlan {
  readonly size: Triple;
  readonly facts: BatteryFacts;
  readonly wrap: Material;
  readonly ends: Material;
  readonly cells: number;
}

/** A wrapped pack that lies along x, leads at its +x end, label on both long faces and on top. */
export function softPack(plan: PackPlan): Group {
  const [length, height, width] = plan.size;
  const y = height / 2;
  const group = assembly(
    part(block([length, height, width], 0.14), plan.wrap, [0, y, 0]),
    part(block([length * 0.035, height * 1.012, width * 1.012], 0.3), plan.ends, [length * 0.47, y, 0]),
    part(block([length * 0.035, height * 1.012, width * 1.012], 0.3), plan.ends, [-length * 0.47, y, 0]),
  );
  const across = length * 0.86;
  const high = height * 0.76;
  const wide = width * 0.8;
  const side = batteryLabel(plan.facts, across / high);
  const top = batteryLabel(plan.facts, across / wide);
  const gap = 0.0004;
  group.add(part(new PlaneGeometry(across, high), side, [0, y, width / 2 + gap]));
  group.add(part(new PlaneGeometry(across, high), side, [0, y, -width / 2 - gap], [0, Math.PI, 0]));
  group.add(part(new PlaneGeometry(across, wide), top, [0, height + gap, 0], [-Math.PI / 2, 0, 0]));
  const end = length / 2;
  group.add(
    powerLeads(
      [end - 0.004, height * 0.62, width * 0.12],
      [end + 0.082, 0.0115, width * 0.3],
      0.0042,
      0.0105,
      sparkProofPlug(),
      -0.12,
    ),
  );
  group.add(
    balanceLead(
      [end - 0.004, height * 0.5, -width * 0.3],
      [end + 0.05, 0.0035, -width * 0.36],
      plan.cells + 1,
    ),
  );
  return group;
}
