import { fileURLToPath } from 'node:url';
import { type Encoding } from './encode.ts';
import { viewNames } from './stage/views.ts';

export interface Task {
  readonly product: string;
  readonly view: string;
  readonly target: string;
  readonly size: readonly [number, number];
  readonly passes: number;
  readonly encoding: Encoding;
}

export const output = fileURLToPath(new URL('../../pwa/public/pictures/', import.meta.url));

const catalogue: Encoding = { widths: [480, 960, 1600], webpWidth: 960, quality: 62 };

/** Grass and trees hide what compression takes away. */
const field: Encoding = { ...catalogue, quality: 46 };

/** Higher, since compression blocks show in dark gradients first. */
const darkQuality = 84;

export function productTasks(product: string): Task[] {
  return viewNames.map((view, index) => ({
    product,
    view,
    target: `${output}${product}/${index + 1}`,
    size: [1600, 1200],
    // The first picture is seen most, so its shadows get more light samples.
    passes: index === 0 ? 13 : 6,
    encoding: catalogue,
  }));
}

export const homeTasks: readonly Task[] = [
  {
    product: 'recon-vtol',
    view: 'hero',
    target: `${output}home/hero`,
    size: [1600, 900],
    passes: 40,
    encoding: { ...catalogue, quality: darkQuality },
  },
  {
    product: 'recon-vtol',
    view: 'hero-portrait',
    target: `${output}home/hero-portrait`,
    size: [960, 1200],
    passes: 40,
    encoding: { widths: [480, 960], webpWidth: 960, quality: darkQuality },
  },
  {
    product: 'recon-vtol',
    view: 'field',
    target: `${output}home/field`,
    size: [1600, 800],
    passes: 16,
    encoding: field,
  },
  {
    product: 'recon-vtol',
    view: 'field-above',
    target: `${output}home/field-above`,
    size: [1600, 1200],
    passes: 16,
    encoding: field,
  },
];
