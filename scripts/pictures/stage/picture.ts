import type { Box3, Object3D } from 'three';
import type { BackdropTone } from './backdrop.ts';
import { type Framing } from './framing.ts';
import { type LightPlan } from './lighting.ts';

export interface Look {
  readonly room: 'day' | 'night';
  readonly reflections: number;
  readonly exposure: number;
  readonly lights: LightPlan;
  /** Without one the subject stands on its shadow alone, and everything else is transparent. */
  readonly backdrop?: BackdropTone;
}

export interface Picture {
  readonly subject: Object3D;
  /** What the camera frames; the whole subject when absent. */
  readonly focus?: Box3;
  readonly framing: Framing;
  readonly look: Look;
  readonly passes: number;
  /** Moves parts within the exposure, from 0 to 1; turning propellers blur. */
  readonly move?: (moment: number) => void;
  /** Puts moved parts back, since later pictures share the build. */
  readonly finish?: () => void;
}
