import { type Material, type Group } from 'three';
import { aerofoil, closed, type Section } from '../geometry/aerofoil.ts';
import { assembly, part } from '../geometry/assembly.ts';
import { disc, turned } from '../geometry/lathe.ts';
import { patch } from '../geometry/surface.ts';
import { carbon } from '../materials/carbon.ts';
import { lettering } from '../materials/lettering.ts';
import { anodised, darkSeam, orange } from '../materials/paint.ts';

const inch = 0.0254;

export interface PropellerPlan {
  readonly diameter: number;
  readonly pitch: number;
  readonly blades?: number;
  readonly clockwise?: boolean;
  readonly material?: Material;
  readonly hub?: Material;
  readonly tip?: Material | null;
  /** Factor on the default chord. */
  readonly chord?: number;
  /** Swept, drooping ends that shed a weaker vortex. */
  readonly quietTips?: boolean;
  readonly mark?: string;
  readonly quickRelease?: boolean;
}

function bladeSections(plan: PropellerPlan): Section[] {
  const radius = (plan.diameter * inch) / 2;
  const width = radius * (plan.chord ?? 1);
  const chords = [0.085, 0.1, 0.15, 0.175, 0.17, 0.155, 0.135, 0.11, 0.085, 0.05];
  const shares = [0.04, 0.09, 0.18, 0.3, 0.44, 0.58, 0.72, 0.85, 0.95, 0.995];
  return shares.map((share, index) => {
    const r = share * radius;
    const swept = plan.quietTips
      ? Math.max(0, share - 0.8) ** 2 * 3.2 * radius
      : Math.max(0, share - 0.85) ** 2 * 0.8 * radius;
    const droop = plan.quietTips ? Math.max(0, share - 0.86) ** 2 * 3 * radius : 0;
    const angle = Math.atan((plan.pitch * inch) / (2 * Math.PI * Math.max(r, radius * 0.22)));
    return {
      at: [-swept, -droop + (share > 0.9 ? 0 : 0), r],
      chord: (chords[index] ?? 0.05) * width,
      thick: 0.1 + 0.22 * Math.max(0, 0.25 - share) * 4,
      camber: 0.045,
      twist: angle * Math.min(1, 0.25 + share * 4),
    };
  });
}

export function blade(plan: PropellerPlan): Group {
  const skin = aerofoil(closed(bladeSections(plan)), true);
  const group = assembly(part(patch(skin, { steps: [32, 20] }), plan.material ?? carbon));
  if (plan.tip !== null) {
    const band = patch(skin, { u: [0.84, 0.875], steps: [2, 20], lift: 0.0003 });
    group.add(part(band, plan.tip ?? orange));
  }
  if (plan.mark) {
    // Reads from the hub outwards on the upper face. Letters on mirrored blades are mirrored twice, so they read correctly.
    const ink = lettering(plan.mark, 5.2, '#d9dcdf', 600);
    group.add(
      part(
        patch(skin, {
          u: [0.32, 0.56],
          v: [0.17, 0.33],
          steps: [10, 6],
          lift: 0.0005,
          mirrorT: plan.clockwise === true,
        }),
        ink,
      ),
    );
  }
  return group;
}

/** A propeller about the y axis, hub centre at the origin, blades along z. */
export function propeller(plan: PropellerPlan): Group {
  const count = plan.blades ?? 2;
  const radius = (plan.diameter * inch) / 2;
  const hub = Math.max(0.006, radius * 0.062);
  const blades = assembly();
  for (let index = 0; index < count; index += 1) {
    const one = blade(plan);
    one.rotation.y = (2 * Math.PI * index) / count;
    blades.add(one);
  }
  if (plan.clockwise) blades.scale.x = -1;
  const boss = part(disc(hub, hub * 0.62, 0.25), plan.material ?? carbon);
  const cap = plan.quickRelease
    ? part(
        turned([
          [0, hub * 0.62],
          [hub * 0.5, hub * 0.62],
          [hub * 0.72, hub * 0.5],
          [hub * 0.72, hub * 0.3],
        ]),
        orange,
      )
    : part(
        turned([
          [hub * 0.22, hub * 0.42],
          [hub * 0.62, hub * 0.42],
          [hub * 0.7, hub * 0.36],
          [hub * 0.7, hub * 0.28],
        ]),
        plan.hub ?? anodised,
      );
  const group = assembly(blades, boss, cap);
  if (!plan.quickRelease) group.add(part(disc(hub * 0.24, hub * 0.7, 0.1), darkSeam));
  return group;
}

/**
 * Resting angle of blades on an arm that points `degrees` around the body: broadside to the front three-quarter view,
 * each slightly off, as after a real landing.
 */
export function restingTurn(index: number, degrees: number): number {
  const off = [8, -13, 16, -6, 11, -17][index % 6] ?? 0;
  return ((degrees - 32 + off) * Math.PI) / 180;
}
