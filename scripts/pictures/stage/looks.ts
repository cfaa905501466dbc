import { Color } from 'three';
import { palette } from '../materials/palette.ts';
import type { Look } from './picture.ts';

export const day: Look = {
  room: 'day',
  reflections: 0.56,
  exposure: 1,
  ground: true,
  lights: { keyAzimuth: 46, keyElevation: 52, key: 1.45, spread: 0.16, sky: 1, rims: [] },
  backdrop: { centre: new Color(0.93, 0.936, 0.942), edge: new Color(0.77, 0.785, 0.8), glow: [0.5, 0.56] },
};

export const night: Look = {
  room: 'night',
  reflections: 1,
  exposure: 1,
  ground: false,
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
  backdrop: {
    centre: palette.darkGround.clone().multiplyScalar(2.1),
    edge: palette.darkGround.clone(),
    glow: [0.68, 0.5],
  },
};
