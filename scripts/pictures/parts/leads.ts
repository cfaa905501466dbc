import { CatmullRomCurve3, TubeGeometry, Vector3, type Group, type Material } from 'three';
import { assembly, part, placed } from '../geometry/assembly.ts';
import { block, rod } from '../geometry/solids.ts';
import { disc } from '../geometry/lathe.ts';
import {
  aluminium,
  blackWire,
  copper,
  graphite,
  midGrey,
  moulded,
  redWire,
  rubber,
} from '../materials/paint.ts';
import { sparkProofPlug } from './connectors.ts';

/** A lead wound into a flat coil of `turns`, its two ends reaching out to the right. */
function coil(radius: number, turns: number, wire: number, colour: Material): Group {
  const points: Vector3[] = [];
  const steps = turns * 16;
  for (let step = 0; step <= steps; step += 1) {
    const angle = (step / 16) * Math.PI * 2 + 0.5;
    const r = radius * (1 - 0.09 * (step / steps)) + Math.sin(step * 1.7) * wire * 0.25;
    points.push(
      new Vector3(r * Math.cos(angle), wire + (step / steps) * wire * 1.6, r * Math.sin(angle) * 0.82),
    );
  }
  const tail = radius * 1.75;
  points.unshift(new Vector3(tail, wire, radius * 0.95), new Vector3(radius * 1.3, wire, radius * 0.85));
  points.push(new Vector3(radius * 1.3, wire * 1.4, -radius * 0.1), new Vector3(tail, wire, -radius * 0.15));
  const curve = new CatmullRomCurve3(points);
  const tie = part(block([wire * 3, wire * 5.6, radius * 0.3], 0.3), midGrey, [-radius * 0.95, wire * 2, 0]);
  return assembly(part(new TubeGeometry(curve, points.length * 5, wire, 12), colour), tie);
}

export function mainsLead(): Group {
  const plug = assembly(part(block([0.034, 0.024, 0.036], 0.3), moulded, [0, 0.012, 0]));
  for (const side of [-1, 1])
    plug.add(
      part(block([0.016, 0.0022, 0.0062], 0.2), aluminium, [0.023, 0.013, side * 0.007], [side * 0.5, 0, 0]),
    );
  const socket = part(block([0.036, 0.02, 0.026], 0.25), rubber, [0.114, 0.01, -0.009]);
  return assembly(coil(0.055, 3, 0.0036, rubber), placed(plug, [0.114, 0, 0.052]), socket);
}

/** Twelve volts from a vehicle battery: red and black clamp. */
export function vehicleLead(): Group {
  const group = assembly(coil(0.055, 2, 0.0036, redWire));
  const clamp = (colour: Material): Group =>
    assembly(
      part(block([0.07, 0.013, 0.02], 0.4), colour, [0.03, 0.013, 0], [0, 0.09, 0]),
      part(block([0.07, 0.013, 0.02], 0.4), colour, [0.03, 0.013, 0.012], [0, -0.12, 0]),
      part(block([0.034, 0.008, 0.018], 0.3), copper, [0.076, 0.012, 0.008]),
      part(disc(0.007, 0.02, 0.2), aluminium, [0.05, 0.013, 0.006]),
    );
  group.add(placed(clamp(redWire), [0.096, 0, 0.05]), placed(clamp(blackWire), [0.096, 0, -0.016]));
  return group;
}

export function chargeLead(): Group {
  return assembly(
    coil(0.042, 2, 0.003, blackWire),
    placed(sparkProofPlug(), [0.085, 0.011, 0.039]),
    part(block([0.02, 0.012, 0.02], 0.2), midGrey, [0.08, 0.006, -0.007]),
  );
}

export function dataLead(): Group {
  const plug = (): Group =>
    assembly(
      part(block([0.018, 0.006, 0.011], 0.4), graphite, [0, 0.004, 0]),
      part(block([0.008, 0.0026, 0.0085], 0.4), aluminium, [0.012, 0.004, 0]),
    );
  return assembly(
    coil(0.034, 3, 0.0018, rubber),
    placed(plug(), [0.066, 0, 0.032]),
    placed(plug(), [0.066, 0, -0.005]),
  );
}

export function hexKey(length = 0.07): Group {
  const r = length * 0.025;
  return assembly(
    part(rod([-length / 2, r, 0], [length / 2, r, 0], r), aluminium),
    part(rod([length / 2, r, -r * 0.6], [length / 2, r, length * 0.3], r), aluminium),
  );
}
