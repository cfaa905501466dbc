import { liIonPack } from '../parts/li-ion-pack.ts';
import { railPack } from '../parts/rail-pack.ts';
import { smartPack } from '../parts/smart-pack.ts';
import { trainerPack } from '../parts/trainer-pack.ts';
import { around, grounded, type Product } from './product.ts';

export function smartBattery(): Product {
  return {
    body: grounded(smartPack()),
    views: {
      'front-three-quarter': { azimuth: 52, elevation: 22, fill: 0.8 },
      side: { fill: 0.78 },
      front: { fill: 0.62, elevation: 8 },
      detail: { azimuth: 24, elevation: 12, focus: around([0.1, 0.036, 0], [0.03, 0.07, 0.134]) },
      'rear-three-quarter': { azimuth: 234, fill: 0.78 },
    },
  };
}

export function railBattery(): Product {
  return {
    body: grounded(railPack()),
    views: {
      'front-three-quarter': { azimuth: 54, elevation: 22, fill: 0.8 },
      side: { fill: 0.8, elevation: 8 },
      front: { fill: 0.56, elevation: 10 },
      detail: { azimuth: 26, elevation: 16, focus: around([0.09, 0.032, 0], [0.02, 0.06, 0.08]) },
      'rear-three-quarter': { azimuth: 222, elevation: 24, fill: 0.78 },
      top: { fill: 0.8 },
    },
  };
}

export function trainerBattery(): Product {
  return {
    body: grounded(trainerPack()),
    views: {
      'front-three-quarter': { azimuth: 50, elevation: 24, fill: 0.8 },
      side: { fill: 0.82, elevation: 8 },
      front: { azimuth: 4, fill: 0.5, elevation: 8 },
      detail: { azimuth: 22, elevation: 12, focus: around([0.066, 0.019, 0], [0.02, 0.038, 0.046]) },
      'rear-three-quarter': { azimuth: 232, fill: 0.78 },
      top: { fill: 0.8 },
    },
  };
}

export function liIonBattery(): Product {
  return {
    body: grounded(liIonPack()),
    views: {
      'front-three-quarter': { azimuth: 56, elevation: 30, fill: 0.8 },
      side: { fill: 0.78, elevation: 8 },
      front: { azimuth: 12, elevation: 18, fill: 0.7 },
      detail: { azimuth: 50, elevation: 40, focus: around([0.02, 0.07, 0], [0.08, 0.01, 0.044]) },
      'rear-three-quarter': { azimuth: 236, fill: 0.76 },
    },
  };
}
