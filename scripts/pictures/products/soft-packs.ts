import { graphite, moulded, paleGrey } from '../materials/paint.ts';
import { softPack, type PackPlan } from '../parts/soft-pack.ts';
import { around, grounded, type Product } from './product.ts';

const dark = { ground: '#24282d', ink: '#f2f4f5', accent: '#f2662f' } as const;
const silver = { ground: '#c9cdd0', ink: '#171b20', accent: '#3c8067' } as const;

export const packPlans = {
  '6s-19000-mah-battery': {
    size: [0.197, 0.061, 0.094],
    facts: {
      cells: '6S',
      capacity: '19000 mAh',
      voltage: '22.2 V',
      energy: '421.8 Wh',
      note: '2.24 kg · AS150U',
      ...dark,
    },
    wrap: graphite,
    ends: moulded,
    cells: 6,
  },
  '6s-22000-mah-semi-solid-battery': {
    size: [0.196, 0.046, 0.092],
    facts: {
      cells: '6S',
      capacity: '22000 mAh',
      voltage: '22.2 V',
      energy: '488.4 Wh',
      note: 'SEMI-SOLID · 290 Wh/kg',
      ...silver,
    },
    wrap: paleGrey,
    ends: graphite,
    cells: 6,
  },
} as const satisfies Readonly<Record<string, PackPlan>>;

export function softPackProduct(id: keyof typeof packPlans): Product {
  const plan: PackPlan = packPlans[id];
  const [length, height, width] = plan.size;
  return {
    body: grounded(softPack(plan)),
    views: {
      'front-three-quarter': { azimuth: 62, elevation: 24, fill: 0.84 },
      side: { fill: 0.8, elevation: 8 },
      front: { azimuth: 14, elevation: 18, fill: 0.6 },
      detail: {
        azimuth: 40,
        elevation: 26,
        focus: around([length * 0.42, height * 0.4, 0], [length * 0.42, height, width]),
      },
      'rear-three-quarter': { azimuth: 242, elevation: 30, fill: 0.76 },
      top: { fill: 0.8 },
    },
  };
}
