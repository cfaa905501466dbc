import { batteryTransportCase } from './battery-transport-case.ts';
import { drover10 } from './drover-10.ts';
import { dualFieldCharger } from './dual-field-charger.ts';
import { liIonBattery, railBattery, smartBattery, trainerBattery } from './hard-packs.ts';
import { lifter25 } from './lifter-25.ts';
import { overwatchX6 } from './overwatch-x6.ts';
import { pelicanSurf } from './pelican-surf.ts';
import type { Product } from './product.ts';
import * as propellers from './propeller-sets.ts';
import { reconVtolAgri } from './recon-vtol-agri.ts';
import { reconVtol } from './recon-vtol.ts';
import { scoutTrainer } from './scout-trainer.ts';
import { softPackProduct } from './soft-packs.ts';
import { surveyorM4 } from './surveyor-m4.ts';

/** One scene per product of the catalogue, in the order of the shop. */
export const builders: Readonly<Record<string, () => Product>> = {
  'recon-vtol': reconVtol,
  'recon-vtol-agri': reconVtolAgri,
  'surveyor-m4': surveyorM4,
  'overwatch-x6': overwatchX6,
  'drover-10': drover10,
  'pelican-surf': pelicanSurf,
  'lifter-25': lifter25,
  'scout-trainer': scoutTrainer,
  '6s-19000-mah-battery': () => softPackProduct('6s-19000-mah-battery'),
  '6s-22000-mah-semi-solid-battery': () => softPackProduct('6s-22000-mah-semi-solid-battery'),
  '6s-16000-mah-battery': railBattery,
  '12s-16000-mah-battery': smartBattery,
  '6s-6000-mah-li-ion-battery': liIonBattery,
  '4s-5200-mah-battery': trainerBattery,
  'dual-field-charger': dualFieldCharger,
  'battery-transport-case': batteryTransportCase,
  'recon-vtol-propeller-set': propellers.reconSet,
  'lift-propeller-pair-22x7': propellers.liftPair,
  'pusher-propeller-17x10': propellers.pusher,
  'mapping-propeller-set-15x5': propellers.mappingSet,
  'hex-propeller-pair-18x6': propellers.hexPair,
  'heavy-lift-folding-pair-30x10': propellers.heavyFoldingPair,
  'surf-propeller-set-10x4-5': propellers.surfSet,
  'trainer-propeller-pack-5x4': propellers.trainerPack,
};
