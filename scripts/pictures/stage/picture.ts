import type { Box3, Mesh, Object3D } from 'three';
import { type Framing } from './framing.ts';
import { type LightPlan } from './lighting.ts';

export interface Look {
  readonly room: 'day' | 'night';
  readonly reflections: number;
  readonly exposure: number;
  readonly lights: LightPlan;
  /** Without one the picture shows only the subject and its shadow on transparency. */
  readonly backdrop?: () => Mesh;
}

export interface Picture {
  readonly subject: Object3D;
  /** The part that the camera frames; the whole subject by default. */
  readonly focus?: Box3;
  readonly framing: Framing;
  readonly look: Look;
  readonly passes: number;
  /** Moves parts to a moment of the exposure, 0 to 1, for motion blur. */
  readonly move?: (moment: number) => void;
  /** Moves parts back, since later pictures share the build. */
  readonly finish?: () => void;
}
