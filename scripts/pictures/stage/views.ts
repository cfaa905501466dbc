import type { Framing } from './framing.ts';

export const viewNames = [
  'front-three-quarter',
  'side',
  'top',
  'front',
  'detail',
  'rear-three-quarter',
  'in-the-box',
] as const;

export type ViewName = (typeof viewNames)[number];

/** Long lenses keep wings straight; close-ups come nearer and open the lens a little. */
export const views: Readonly<Record<ViewName, Framing>> = {
  'front-three-quarter': { azimuth: 36, elevation: 22, fill: 0.84, fieldOfView: 18 },
  side: { azimuth: 90, elevation: 5, fill: 0.82, fieldOfView: 14 },
  top: { azimuth: 90, elevation: 88, fill: 0.86, fieldOfView: 14 },
  front: { azimuth: 2, elevation: 7, fill: 0.84, fieldOfView: 14 },
  detail: { azimuth: 42, elevation: 18, fill: 0.9, fieldOfView: 20 },
  'rear-three-quarter': { azimuth: 214, elevation: 26, fill: 0.84, fieldOfView: 18 },
  'in-the-box': { azimuth: 90, elevation: 72, fill: 0.88, fieldOfView: 16 },
};

export function isViewName(name: string): name is ViewName {
  return viewNames.some((one) => one === name);
}
