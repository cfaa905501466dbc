export interface Slide {
  readonly id: string;
  readonly name: string;
  readonly category: string;
  readonly line: string;
  readonly alt: string;
}

/** The home page's first three products. They are hard-coded, so that the first paint needs no data. */
export const SLIDES: readonly [Slide, Slide, Slide] = [
  {
    id: 'recon-vtol',
    name: 'Recon VTOL',
    category: 'Drones',
    line: 'Ninety minutes aloft, straight up and straight down. A clearing five metres square is airfield enough.',
    alt: 'White fixed-wing aircraft with two graphite booms and four lift rotors',
  },
  {
    id: '6s-19000-mah-battery',
    name: '6S 19000 mAh Battery',
    category: 'Batteries',
    line: 'The pack behind the ninety minutes: 421.8 Wh, matched cell by cell, and it keeps count of its own hours.',
    alt: 'Graphite battery pack with its label and connector',
  },
  {
    id: 'recon-vtol-propeller-set',
    name: 'Recon VTOL Propeller Set',
    category: 'Propellers',
    line: 'Four to lift and one to push, carbon, balanced and numbered as a set. Change them in ten minutes.',
    alt: 'Five carbon propellers laid out as a set',
  },
];
