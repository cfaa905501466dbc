import type { Object3D } from 'three';
import { nylon } from '../materials/paint.ts';
import { foldingPropeller } from '../parts/folding-propeller.ts';
import { chargeLead, dataLead, hexKey, mainsLead, vehicleLead } from '../parts/leads.ts';
import { guide } from '../parts/printed-guide.ts';
import { propeller } from '../parts/propeller.ts';
import { remoteController } from '../parts/remote-controller.ts';
import { pouch, screwTray, strap, terminalCap } from '../parts/small-items.ts';
import {
  cargoSling,
  groundTarget,
  lensTray,
  lineSpool,
  reflectancePanel,
  spareNozzles,
} from '../parts/field-kit.ts';
import { smartPack } from '../parts/smart-pack.ts';
import { softPack } from '../parts/soft-pack.ts';
import { chargerBody } from './dual-field-charger.ts';
import { liIonPack } from './hard-packs.ts';
import { packPlans } from './soft-packs.ts';

function lying(blades: Object3D): Object3D {
  blades.rotation.y = Math.PI / 2;
  return blades;
}

const batteryExtras = (): Object3D[] => [
  terminalCap(),
  strap(0.16),
  guide('Battery care\nand storage', 0.09),
];

const propellerExtras = (size: number): Object3D[] => [
  screwTray(12, size),
  guide('Propeller\nbalance card', size),
];

/** What lies beside the product in its last picture. */
export const boxContents: Readonly<Record<string, () => readonly Object3D[]>> = {
  'recon-vtol': () => [
    remoteController(),
    softPack(packPlans['6s-19000-mah-battery']),
    softPack(packPlans['6s-19000-mah-battery']),
    chargerBody(),
    screwTray(12, 0.14),
    guide('Recon VTOL', 0.15),
  ],
  'recon-vtol-agri': () => [
    remoteController(),
    softPack(packPlans['6s-22000-mah-semi-solid-battery']),
    chargerBody(),
    reflectancePanel(0.2),
    pouch('MULTISPECTRAL', 0.2),
    guide('Recon VTOL\nAgri', 0.15),
  ],
  'surveyor-m4': () => [
    remoteController(),
    softPack(packPlans['6s-16000-mah-battery']),
    groundTarget(),
    lensTray(),
    pouch('TOOLS', 0.16),
    guide('Surveyor M4', 0.12),
  ],
  'overwatch-x6': () => [
    remoteController(),
    softPack(packPlans['6s-22000-mah-semi-solid-battery']),
    softPack(packPlans['6s-22000-mah-semi-solid-battery']),
    lensTray(),
    mainsLead(),
    guide('Overwatch X6', 0.13),
  ],
  'drover-10': () => [
    remoteController(),
    smartPack(),
    spareNozzles(4),
    vehicleLead(),
    pouch('SPRAY KIT', 0.2),
    guide('Drover 10', 0.15),
  ],
  'pelican-surf': () => [
    remoteController(),
    softPack(packPlans['4s-5200-mah-battery']),
    lineSpool(),
    lying(propeller({ diameter: 10, pitch: 4.5, material: nylon, chord: 1.2 })),
    guide('Pelican Surf', 0.1),
  ],
  'lifter-25': () => [
    remoteController(),
    smartPack(),
    cargoSling(),
    lying(foldingPropeller({ diameter: 30, pitch: 10 }, 0.5)),
    screwTray(12, 0.16),
    guide('Lifter 25', 0.16),
  ],
  'scout-trainer': () => [remoteController(), dataLead(), liIonPack(), guide('Scout Trainer', 0.085)],
  '6s-19000-mah-battery': batteryExtras,
  '6s-22000-mah-semi-solid-battery': batteryExtras,
  '6s-16000-mah-battery': batteryExtras,
  '12s-16000-mah-battery': () => [chargeLead(), guide('Smart battery\ncare', 0.11)],
  '6s-6000-mah-li-ion-battery': () => [strap(0.12), guide('Li-ion care\nand storage', 0.075)],
  '4s-5200-mah-battery': () => [strap(0.12), guide('Battery care\nand storage', 0.075)],
  'dual-field-charger': () => [
    mainsLead(),
    vehicleLead(),
    chargeLead(),
    chargeLead(),
    guide('Dual Field\nCharger', 0.1),
  ],
  'battery-transport-case': () => [pouch('UN3480 LABELS', 0.18), guide('Transport\ncase', 0.13)],
  'recon-vtol-propeller-set': () => propellerExtras(0.1),
  'lift-propeller-pair-22x7': () => propellerExtras(0.13),
  'pusher-propeller-17x10': () => propellerExtras(0.1),
  'mapping-propeller-set-15x5': () => [pouch('PROPELLERS', 0.2), guide('Quick-release\npropellers', 0.1)],
  'hex-propeller-pair-18x6': () => propellerExtras(0.1),
  'heavy-lift-folding-pair-30x10': () => [...propellerExtras(0.16), hexKey(0.14)],
  'surf-propeller-set-10x4-5': () => propellerExtras(0.075),
  'trainer-propeller-pack-5x4': () => [
    pouch('12 PROPELLERS', 0.16),
    hexKey(0.06),
    guide('Trainer\npropellers', 0.08),
  ],
};
