import type { Group, Material } from 'three';
import { assembly, part, placed } from '../geometry/assembly.ts';
import { block } from '../geometry/solids.ts';
import { disc } from '../geometry/lathe.ts';
import { aluminium, darkSeam, titanium } from '../materials/paint.ts';
import { blade, type PropellerPlan } from './propeller.ts';

/** Two blades on a clamp hub; `fold` swings them back about their bolts, in radians. */
export function foldingPropeller(plan: PropellerPlan, fold = 0, hubMetal: Material = titanium): Group {
  const radius = (plan.diameter * 0.0254) / 2;
  const reach = radius * 0.1;
  const thick = radius * 0.016;
  const arms = [0, Math.PI].map((turn) => {
    // The blade starts slightly inside its bolt, where the root is clamped.
    const one = placed(blade(plan), [0, 0, -radius * 0.02]);
    const root = part(
      block([radius * 0.062, thick * 2.2, radius * 0.1], 0.4),
      titanium === hubMetal ? darkSeam : hubMetal,
      [0, 0, radius * 0.02],
    );
    const swing = assembly(one, root);
    swing.position.z = reach;
    swing.rotation.y = fold;
    const bolts = part(disc(radius * 0.014, thick * 5.4, 0.2), aluminium, [0, 0, reach]);
    const arm = assembly(swing, bolts);
    arm.rotation.y = turn;
    return arm;
  });
  const clamp = block([radius * 0.075, thick, reach * 2 + radius * 0.08], 0.3);
  const group = assembly(
    ...arms,
    part(clamp, hubMetal, [0, thick * 1.9, 0]),
    part(clamp.clone(), hubMetal, [0, -thick * 1.9, 0]),
    part(disc(radius * 0.05, thick * 5, 0.15), hubMetal),
    part(disc(radius * 0.018, thick * 5.6, 0.1), darkSeam),
  );
  for (const [x, z] of [
    [0.03, 0],
    [-0.03, 0],
    [0, 0.03],
    [0, -0.03],
  ] as const) {
    group.add(part(disc(radius * 0.007, thick * 5.4, 0.2, 16), aluminium, [x * radius, 0, z * radius]));
  }
  // Builds the counter-clockwise plan and mirrors the whole hub.
  if (plan.clockwise) group.scale.x = -1;
  return group;
}
