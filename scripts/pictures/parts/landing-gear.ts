import type { Group } from 'three';
import { assembly, part } from '../geometry/assembly.ts';
import { block, rod } from '../geometry/solids.ts';
import { carbon } from '../materials/carbon.ts';
import { graphite, rubber } from '../materials/paint.ts';

export interface SkidPlan {
  readonly length: number;
  /** Distance of the runners from the centre line. */
  readonly spread: number;
  readonly topSpread: number;
  readonly height: number;
  readonly tube: number;
  /** Two struts per side at these stations, or one when there is a single station. */
  readonly struts: readonly number[];
}

/** Two runners on splayed struts, hanging from height 0. */
export function skids(plan: SkidPlan): Group {
  const group = assembly();
  for (const side of [-1, 1]) {
    const z = plan.spread * side;
    for (const x of plan.struts) {
      group.add(part(rod([x * 0.7, 0, plan.topSpread * side], [x, -plan.height, z], plan.tube), carbon));
      group.add(
        part(block([plan.tube * 3, plan.tube * 3, plan.tube * 3], 0.3), graphite, [x, -plan.height, z]),
      );
    }
    group.add(
      part(
        rod([-plan.length / 2, -plan.height, z], [plan.length / 2, -plan.height, z], plan.tube * 0.95),
        carbon,
      ),
    );
    for (const end of [-1, 1]) {
      const x = (plan.length / 2) * end;
      group.add(
        part(
          rod(
            [x - end * 0.2 * plan.length, -plan.height, z],
            [x + end * plan.tube, -plan.height, z],
            plan.tube * 1.5,
          ),
          rubber,
        ),
      );
    }
  }
  return group;
}
