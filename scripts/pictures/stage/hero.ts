import { Group } from 'three';
import type { Product } from '../products/product.ts';
import { night } from './looks.ts';
import type { Framing } from './framing.ts';
import type { Picture } from './picture.ts';

export type HeroName = 'hero' | 'hero-portrait';

/** The wide picture leaves its left third to the headline; the tall one leaves the lower part. */
const framings: Readonly<Record<HeroName, Framing>> = {
  hero: { azimuth: 37, elevation: 7, fill: 0.66, fieldOfView: 22, shift: [0.3, 0.02] },
  'hero-portrait': { azimuth: 37, elevation: 10, fill: 0.88, fieldOfView: 24, shift: [0, 0.14] },
};

export function isHeroName(name: string): name is HeroName {
  return name in framings;
}

/** Climbing turn with the propellers at work: each blade sweeps an arc while the shutter is open. */
export function heroPicture(product: Product, name: HeroName, passes: number): Picture {
  const flying = new Group();
  flying.add(product.body);
  flying.rotation.set(0.16, 0, 0.05);
  const rest = (product.spinning ?? []).map((blades) => blades.rotation.y);
  const sweep = 1.15;
  return {
    subject: flying,
    framing: framings[name],
    look: night,
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
