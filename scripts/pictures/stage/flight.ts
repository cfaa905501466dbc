import { Group } from 'three';
import type { Product } from '../products/product.ts';
import { cruising, night, surveying } from './looks.ts';
import type { Framing } from './framing.ts';
import type { Look, Picture } from './picture.ts';

export type FlightName = 'hero' | 'hero-portrait' | 'field' | 'field-above';

interface Flight {
  readonly framing: Framing;
  readonly look: Look;
  /** Turn about the nose and the wing, in radians. */
  readonly bank: number;
  readonly climb: number;
}

const climbingTurn = { look: night, bank: 0.16, climb: 0.05 };

/** The wide hero leaves its left third to the headline; the tall one leaves the lower part. */
const flights: Readonly<Record<FlightName, Flight>> = {
  hero: {
    ...climbingTurn,
    framing: { azimuth: 37, elevation: 7, fill: 0.66, fieldOfView: 22, shift: [0.3, 0.02] },
  },
  'hero-portrait': {
    ...climbingTurn,
    framing: { azimuth: 37, elevation: 10, fill: 0.88, fieldOfView: 24, shift: [0, 0.14] },
  },
  field: {
    look: cruising,
    bank: 0.14,
    climb: 0,
    framing: { azimuth: 52, elevation: 14, fill: 0.46, fieldOfView: 34, shift: [-0.2, -0.02] },
  },
  'field-above': {
    look: surveying,
    bank: 0,
    climb: 0,
    framing: { azimuth: 28, elevation: 64, fill: 0.66, fieldOfView: 40 },
  },
};

export function isFlightName(name: string): name is FlightName {
  return name in flights;
}

/** The aircraft with its propellers at work: each blade sweeps an arc while the shutter is open. */
export function flightPicture(product: Product, name: FlightName, passes: number): Picture {
  const { framing, look, bank, climb } = flights[name];
  const flying = new Group();
  flying.add(product.body);
  flying.rotation.set(bank, 0, climb);
  const rest = (product.spinning ?? []).map((blades) => blades.rotation.y);
  const sweep = 1.15;
  return {
    subject: flying,
    framing,
    look,
    passes,
    move: (moment) => {
      product.spinning?.forEach((blades, index) => {
        blades.rotation.y = (rest[index] ?? 0) + sweep * (moment - 0.5) * (index % 2 === 0 ? 1 : -1);
      });
    },
    finish: () => {
      product.spinning?.forEach((blades, index) => {
        blades.rotation.y = rest[index] ?? 0;
      });
    },
  };
}
