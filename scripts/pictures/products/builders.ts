import { overwatchX6 } from './overwatch-x6.ts';
import { pelicanSurf } from './pelican-surf.ts';
import type { Product } from './product.ts';
import { reconVtol } from './recon-vtol.ts';
import { scoutTrainer } from './scout-trainer.ts';
import { softPackProduct } from './soft-packs.ts';
import { surveyorM4 } from './surveyor-m4.ts';

export const builders: Readonly<Record<string, () => Product>> = {
  'recon-vtol': reconVtol,
  'surveyor-m4': surveyorM4,
  'overwatch-x6': overwatchX6,
  'pelican-surf': pelicanSurf,
  'scout-trainer': scoutTrainer,
  '6s-19000-mah-battery': () => softPackProduct('6s-19000-mah-battery'),
  '6s-22000-mah-semi-solid-battery': () => softPackProduct('6s-22000-mah-semi-solid-battery'),
  '6s-16000-mah-battery': () => softPackProduct('6s-16000-mah-battery'),
  '4s-5200-mah-battery': () => softPackProduct('4s-5200-mah-battery'),
};
