import { palette } from '../materials/palette.ts';
import { backdrop } from './backdrop.ts';
import { landscape } from './landscape.ts';
import type { Look } from './picture.ts';

export const day: Look = {
  room: 'day',
  reflections: 0.56,
  exposure: 1,
  lights: { keyAzimuth: 46, keyElevation: 52, key: 1.45, spread: 0.16, sky: 1, rims: [] },
};

export const night: Look = {
  room: 'night',
  reflections: 1,
  exposure: 1,
  lights: {
    keyAzimuth: 62,
    keyElevation: 34,
    key: 0.55,
    spread: 0.12,
    sky: 0.16,
    rims: [
      { azimuth: 158, elevation: 30, strength: 3.4 },
      { azimuth: -142, elevation: 38, strength: 2.4 },
    ],
  },
  backdrop: () =>
    backdrop({
      centre: palette.darkGround.clone().multiplyScalar(2.1),
      edge: palette.darkGround.clone(),
      glow: [0.68, 0.5],
    }),
};

/** Midday over farmland, at a height in metres. */
function overLand(height: number): Look {
  return {
    room: 'day',
    reflections: 0.5,
    exposure: 1,
    lights: { keyAzimuth: 46, keyElevation: 52, key: 1.7, spread: 0.05, sky: 0.6, rims: [] },
    backdrop: () => landscape(height),
  };
}

export const cruising = overLand(150);
export const surveying = overLand(420);
