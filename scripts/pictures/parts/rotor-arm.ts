import type { Group, Material, Object3D } from 'three';
import { assembly, part, placed } from '../geometry/assembly.ts';
import { block, rod } from '../geometry/solids.ts';
import { carbon } from '../materials/carbon.ts';
import { graphite, greenLight, orange } from '../materials/paint.ts';
import { motor, motorMount } from './motor.ts';

export interface ArmPlan {
  /** Distance from the centre line at which the tube leaves the body. `to` is that of the motor. */
  readonly from: number;
  readonly to: number;
  readonly rise?: number;
  readonly tube: number;
  readonly motorRadius: number;
  readonly motorHeight: number;
  readonly tubeMaterial?: Material;
  /** A folding joint next to the body. */
  readonly joint?: boolean;
  readonly light?: 'orange' | 'green';
  /** The second motor of a coaxial pair hangs below. */
  readonly coaxial?: boolean;
  readonly propeller: (upper: boolean) => Object3D;
}

/** One arm along +x, its inner end at height 0. */
export function rotorArm(plan: ArmPlan): Group {
  const rise = plan.rise ?? 0;
  const r = plan.motorRadius;
  const group = assembly(
    part(rod([plan.from, 0, 0], [plan.to, rise, 0], plan.tube), plan.tubeMaterial ?? carbon),
  );
  if (plan.joint) {
    const x = plan.from + plan.tube * 2.4;
    group.add(part(block([plan.tube * 4.6, plan.tube * 2.9, plan.tube * 3], 0.3), graphite, [x, 0, 0]));
    group.add(
      part(block([plan.tube * 0.5, plan.tube * 3.02, plan.tube * 3.12], 0.2), orange, [
        x + plan.tube * 2.2,
        0,
        0,
      ]),
    );
  }
  const mount = placed(motorMount(r * 1.05, r * 1.1), [plan.to, rise + r * 0.55, 0]);
  group.add(mount, placed(motor(r, plan.motorHeight), [plan.to, rise + r * 0.55, 0]));
  group.add(placed(plan.propeller(true), [plan.to, rise + r * 0.55 + plan.motorHeight * 1.08, 0]));
  if (plan.coaxial) {
    const low = assembly(
      placed(motor(r, plan.motorHeight), [0, 0, 0]),
      placed(plan.propeller(false), [0, plan.motorHeight * 1.08, 0]),
    );
    group.add(placed(low, [plan.to, rise - r * 0.55, 0], [Math.PI, 0, 0]));
  }
  const lamp = part(block([r * 0.2, r * 0.2, r * 0.6], 0.4), plan.light === 'green' ? greenLight : orange, [
    plan.to + r * 1.08,
    rise + r * 0.1,
    0,
  ]);
  group.add(lamp);
  return group;
}
