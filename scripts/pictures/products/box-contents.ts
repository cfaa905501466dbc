import type { Object3D } from 'three';
import { assembly, placed } from '../geometry/assembly.ts';
import { filledNylon, midGrey } from '../materials/paint.ts';
import * as field from '../parts/field-kit.ts';
import { chargeLead, dataLead, mainsLead, vehicleLead } from '../parts/leads.ts';
import { liIonPack } from '../parts/li-ion-pack.ts';
import { backpack, tin, transitCase } from '../parts/luggage.ts';
import { guide } from '../parts/printed-guide.ts';
import { propeller, type PropellerPlan } from '../parts/propeller.ts';
import { railPack } from '../parts/rail-pack.ts';
import { remoteController } from '../parts/remote-controller.ts';
import { baySpacer, labelSheet, pouch, screwTray, spinnerPlate, terminalCap } from '../parts/small-items.ts';
import { smartPack } from '../parts/smart-pack.ts';
import { softPack } from '../parts/soft-pack.ts';
import { trainerPack } from '../parts/trainer-pack.ts';
import * as workshop from '../parts/workshop-items.ts';
import { packPlans } from './soft-packs.ts';

/** Spare propellers in parallel rows, alternately clockwise and counter-clockwise. */
function spares(count: number, plan: PropellerPlan): Object3D {
  const group = assembly();
  for (let index = 0; index < count; index += 1) {
    const one = propeller({ ...plan, clockwise: index % 2 === 1 });
    group.add(placed(one, [0, 0.01, index * plan.diameter * 0.0042], [0, Math.PI / 2, 0]));
  }
  return group;
}

const reconSpares = (diameter: number, pitch: number): Object3D =>
  assembly(
    spares(4, { diameter: 16, pitch: 5.4 }),
    placed(spares(1, { diameter, pitch, tip: null }), [0, 0, 0.28]),
  );

const card = (title: string, width = 0.09): Object3D => guide(title, width, 'Serial number');

/** Items next to the product in its last picture, the same as the catalogue lists. */
export const boxContents: Readonly<Record<string, () => readonly Object3D[]>> = {
  'recon-vtol': () => [
    remoteController(),
    softPack(packPlans['6s-19000-mah-battery']),
    reconSpares(13, 8),
    pouch('TOOLS', 0.3, 0.4),
    transitCase([1.46, 0.42, 0.48], 'RECON VTOL'),
  ],
  'recon-vtol-agri': () => [
    remoteController(),
    softPack(packPlans['6s-22000-mah-semi-solid-battery']),
    field.reflectancePanel(0.24),
    reconSpares(17, 10),
    transitCase([1.46, 0.44, 0.48], 'RECON VTOL AGRI'),
  ],
  'surveyor-m4': () => [
    backpack([0.56, 0.24, 0.38]),
    remoteController(),
    railPack(),
    spares(4, { diameter: 15, pitch: 5, quickRelease: true, material: filledNylon }),
    field.lensHood(),
  ],
  'overwatch-x6': () => [
    transitCase([0.78, 0.3, 0.56], 'OVERWATCH X6'),
    remoteController(),
    smartPack(),
    spares(2, { diameter: 18, pitch: 6, quietTips: true }),
  ],
  'drover-10': () => [
    remoteController(),
    smartPack(),
    field.spareNozzles(4),
    field.measuringJug(),
    spares(2, { diameter: 22, pitch: 7 }),
    field.baseMast(),
  ],
  'pelican-surf': () => [
    remoteController(),
    liIonPack(),
    field.wallCharger(),
    field.releaseClips(3),
    spares(2, { diameter: 10, pitch: 4.5, material: midGrey, chord: 1.15 }),
    pouch('PELICAN SURF', 0.42, 0.72),
  ],
  'lifter-25': () => [
    remoteController(),
    field.landingBeacon(),
    field.cargoSling(0.16),
    field.cargoSling(0.2),
  ],
  'scout-trainer': () => [
    remoteController(),
    remoteController(),
    trainerPack(),
    field.wallCharger(),
    tin('12 PROPELLERS', [0.138, 0.026, 0.084]),
    guide('Lesson book\nSixteen exercises', 0.14, 'Scout Trainer'),
  ],
  '6s-19000-mah-battery': () => [terminalCap(), pouch('STORAGE BAG', 0.2), card('Log card')],
  '6s-22000-mah-semi-solid-battery': () => [
    baySpacer(),
    terminalCap(),
    pouch('STORAGE BAG', 0.2),
    card('Log card'),
  ],
  '6s-16000-mah-battery': () => [terminalCap(), pouch('STORAGE BAG', 0.2), card('Log card')],
  '12s-16000-mah-battery': () => [
    terminalCap(0.1),
    dataLead(),
    pouch('STORAGE SLEEVE', 0.24),
    card('Log card'),
  ],
  '6s-6000-mah-li-ion-battery': () => [
    workshop.sealRings(2, 0.03),
    workshop.pullStrap(),
    card('Log card', 0.075),
  ],
  '4s-5200-mah-battery': () => [terminalCap(0.044), labelSheet('numbers', 0.08)],
  'dual-field-charger': () => [
    mainsLead(),
    vehicleLead(),
    chargeLead(),
    chargeLead(),
    workshop.balanceBoard(),
    workshop.balanceBoard(),
    workshop.airFilter(),
  ],
  'battery-transport-case': () => [
    labelSheet('class-nine', 0.2),
    assembly(
      ...[0, 1, 2, 3].map((cap) => placed(terminalCap(), [(cap % 2) * 0.06, 0, Math.floor(cap / 2) * 0.07])),
    ),
  ],
  'recon-vtol-propeller-set': () => [screwTray(10, 0.1), workshop.tube(0.07)],
  'lift-propeller-pair-22x7': () => [screwTray(8, 0.11, false), card('Balance\ncertificate', 0.11)],
  'pusher-propeller-17x10': () => [pouch('SLEEVE', 0.16, 0.5), spinnerPlate(), workshop.screws(2)],
  'mapping-propeller-set-15x5': () => [pouch('15×5 · SURVEYOR M4', 0.3, 0.34)],
  'hex-propeller-pair-18x6': () => [workshop.rings(3, 0.014), workshop.screws(4)],
  'heavy-lift-folding-pair-30x10': () => [
    workshop.rings(4, 0.018),
    workshop.tube(0.1),
    card('Torque card', 0.13),
  ],
  'surf-propeller-set-10x4-5': () => [
    pouch('SURF 10×4.5', 0.14),
    workshop.rings(4, 0.0075, true),
    workshop.spanner(0.09),
  ],
  'trainer-propeller-pack-5x4': () => [tin('12 × 5×4', [0.138, 0.026, 0.084]), workshop.puller(0.08)],
};
