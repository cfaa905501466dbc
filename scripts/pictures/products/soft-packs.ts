import { graphite, moulded, paleGrey, white } from '../materials/paint.ts';
import { softPack, type PackPlan } from '../parts/soft-pack.ts';
import { around, grounded, type Product } from './product.ts';

const dark = { ground: '#24282d', ink: '#f2f4f5', accent: '#f2662f' } as const;
const pale = { ground: '#eef0f1', ink: '#1d2126', accent: '#f2662f' } as const;
const silver = { ground: '#c9cdd0', ink: '#171b20', accent: '#3c8067' } as const;

export const packPlans = {
  '6s-19000-mah-battery': {
    size: [0.196, 0.066, 0.08],
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
    plug: 'spark-proof',
    cells: 6,
  },
  '6s-22000-mah-semi-solid-battery': {
    size: [0.202, 0.058, 0.078],
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
    plug: 'spark-proof',
    cells: 6,
  },
  '6s-16000-mah-battery': {
    size: [0.178, 0.062, 0.076],
    facts: {
      cells: '6S',
      capacity: '16000 mAh',
      voltage: '22.2 V',
      energy: '355.2 Wh',
      note: 'LiPo · AS150U',
      ...pale,
    },
    wrap: white,
    ends: graphite,
    plug: 'spark-proof',
    cells: 6,
  },
  '4s-5200-mah-battery': {
    size: [0.138, 0.03, 0.045],
    facts: {
      cells: '4S',
      capacity: '5200 mAh',
      voltage: '14.8 V',
      energy: '77 Wh',
      note: 'LiPo · XT60',
      ...dark,
      accent: '#dba13a',
    },
    wrap: graphite,
    ends: moulded,
    plug: 'small',
    cells: 4,
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
