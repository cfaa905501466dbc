import type { Group, Object3D } from 'three';
import { assembly, placed, part } from '../geometry/assembly.ts';
import { disc } from '../geometry/lathe.ts';
import {
  aluminium,
  anodised,
  clearPolycarbonate,
  filledNylon,
  midGrey,
  orange,
  smokePolycarbonate,
  white,
} from '../materials/paint.ts';
import { foldingPropeller } from '../parts/folding-propeller.ts';
import { propeller, type PropellerPlan } from '../parts/propeller.ts';
import { around, grounded, type Product, type ViewChange } from './product.ts';
import type { ViewName } from '../stage/views.ts';

const inch = 0.0254;

/** A propeller on a low display foot, so its blades cast a shadow on the ground. */
function shown(blades: Object3D, x: number, z: number, turn: number, foot: number, lift = foot): Group {
  blades.rotation.y = turn;
  const stand = part(disc(foot * 0.8, lift, 0.1), anodised, [0, lift / 2, 0]);
  return placed(assembly(stand, placed(blades, [0, lift + foot * 0.5, 0], [0, turn, 0])), [x, 0, z]);
}

function footOf(diameter: number): number {
  return diameter * inch * 0.032;
}

/** Rows of propellers with alternating rotation, marked by bands at the hub: white is clockwise. */
function fan(
  plan: PropellerPlan,
  count: number,
  gap: number,
  turn: number,
  { folding = false, bands = false } = {},
): Group {
  const group = assembly();
  for (let index = 0; index < count; index += 1) {
    const clockwise = index % 2 === 1;
    const each: PropellerPlan = {
      ...plan,
      clockwise,
      ...(bands ? { hub: clockwise ? white : midGrey } : {}),
    };
    const blades = folding ? foldingPropeller(each, index === 0 ? 0 : 0.62) : propeller(each);
    group.add(
      shown(blades, (index - (count - 1) / 2) * gap, 0, turn + (index % 2) * 0.16, footOf(plan.diameter)),
    );
  }
  return group;
}

function closeUp(diameter: number, x = 0): ViewChange {
  const reach = diameter * inch * 0.2;
  return {
    azimuth: 60,
    elevation: 34,
    fill: 0.95,
    focus: around([x, footOf(diameter), 0], [reach, footOf(diameter), reach * 1.4]),
  };
}

function product(
  body: Group,
  diameter: number,
  x: number,
  more: Partial<Record<ViewName, ViewChange>> = {},
): Product {
  return {
    body: grounded(body),
    views: {
      'front-three-quarter': { azimuth: 52, elevation: 36, fill: 0.86 },
      side: { azimuth: 0, elevation: 15, fill: 0.84 },
      front: { azimuth: 90, elevation: 14, fill: 0.84 },
      detail: closeUp(diameter, x),
      'rear-three-quarter': { azimuth: 232, elevation: 24, fill: 0.84 },
      ...more,
    },
  };
}

/** A higher camera keeps rows of four or more apart. */
const fromAbove = { 'front-three-quarter': { azimuth: 70, elevation: 48, fill: 0.86 } } as const;

export function liftPair(): Product {
  return product(fan({ diameter: 22, pitch: 7, mark: '22×7' }, 2, 0.17, 0.1), 22, 0.085);
}

export function hexPair(): Product {
  return product(fan({ diameter: 18, pitch: 6, quietTips: true, mark: '18×6' }, 2, 0.15, 0.1), 18, 0.075);
}

export function mappingSet(): Product {
  return product(
    fan({ diameter: 15, pitch: 5, quickRelease: true, material: filledNylon, mark: '15×5' }, 4, 0.1, 0.06),
    15,
    0.15,
    fromAbove,
  );
}

export function surfSet(): Product {
  return product(
    fan(
      { diameter: 10, pitch: 4.5, material: midGrey, hub: aluminium, chord: 1.2, mark: '10×4.5' },
      4,
      0.078,
      0.06,
    ),
    10,
    0.117,
    fromAbove,
  );
}

export function heavyFoldingPair(): Product {
  return product(
    fan({ diameter: 30, pitch: 10, mark: '30×10' }, 2, 0.24, 0.08, { folding: true }),
    30,
    -0.12,
  );
}

export function pusher(): Product {
  const blades = propeller({ diameter: 17, pitch: 10, mark: '17×10', hub: orange });
  return product(assembly(shown(blades, 0, 0, 0.15, footOf(17))), 17, 0, {
    'front-three-quarter': { azimuth: 42, elevation: 34, fill: 0.84 },
  });
}

export function reconSet(): Product {
  const lift = fan({ diameter: 16, pitch: 5.4, mark: '16×5.4' }, 4, 0.105, 0.05, { bands: true });
  const push = shown(
    propeller({ diameter: 13, pitch: 8, mark: '13×8', tip: null, hub: orange }),
    0.3,
    0,
    0.1,
    footOf(16),
    footOf(16) * 1.6,
  );
  return product(assembly(placed(lift, [-0.06, 0, 0]), push), 16, 0.1, fromAbove);
}

export function trainerPack(): Product {
  const group = assembly();
  for (let index = 0; index < 12; index += 1) {
    const column = index % 4;
    const row = Math.floor(index / 4);
    const clockwise = (column + row) % 2 === 0;
    const blades = propeller({
      diameter: 5,
      pitch: 4,
      blades: 3,
      clockwise,
      material: clockwise ? smokePolycarbonate : clearPolycarbonate,
      tip: null,
      chord: 1.2,
    });
    group.add(shown(blades, (column - 1.5) * 0.126, (row - 1) * 0.126, 0.3 + index * 0.4, footOf(5) * 1.3));
  }
  return product(group, 5, 0.06, {
    ...fromAbove,
    detail: { ...closeUp(8), focus: around([0.06, 0.005, 0], [0.13, 0.01, 0.13]) },
  });
}
