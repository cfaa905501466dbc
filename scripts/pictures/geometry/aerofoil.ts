import { CatmullRomCurve3, MathUtils, Vector3 } from 'three';
import type { Surface } from './surface.ts';

/** One section of a wing, fin or blade that grows along +z with its leading edge towards +x. */
export interface Section {
  /** Quarter-chord point. */
  readonly at: readonly [number, number, number];
  readonly chord: number;
  /** Thickness as a share of the chord. */
  readonly thick: number;
  readonly camber?: number;
  /** Nose up, radians. */
  readonly twist?: number;
  /** Leans the section for winglets and fins, radians. */
  readonly roll?: number;
}

interface Cut {
  readonly at: Vector3;
  readonly chord: number;
  readonly thick: number;
  readonly camber: number;
  readonly twist: number;
  readonly roll: number;
}

function halfThickness(x: number): number {
  return 5 * (0.2969 * Math.sqrt(x) - 0.126 * x - 0.3516 * x ** 2 + 0.2843 * x ** 3 - 0.1015 * x ** 4);
}

function cutter(sections: readonly Section[], smooth: boolean): (u: number) => Cut {
  const last = sections.length - 1;
  const path = new CatmullRomCurve3(
    sections.map((one) => new Vector3(...one.at)),
    false,
    'centripetal',
  );
  return (u) => {
    const place = MathUtils.clamp(u, 0, 1) * last;
    const index = Math.min(last - 1, Math.floor(place));
    const a = sections[index];
    const b = sections[index + 1];
    if (!a || !b) throw new Error('An aerofoil needs at least two sections.');
    const t = place - index;
    const mix = (from: number | undefined, to: number | undefined): number =>
      MathUtils.lerp(from ?? 0, to ?? 0, t);
    const at = smooth
      ? path.getPoint(MathUtils.clamp(u, 0, 1))
      : new Vector3(...a.at).lerp(new Vector3(...b.at), t);
    return {
      at,
      chord: mix(a.chord, b.chord),
      thick: mix(a.thick, b.thick),
      camber: mix(a.camber, b.camber),
      twist: mix(a.twist, b.twist),
      roll: mix(a.roll, b.roll),
    };
  };
}

/** Skin of a wing. Around the section v is 0 at the upper trailing edge, 0.5 at the nose, 1 at the lower one. */
export function aerofoil(sections: readonly Section[], smooth = false): Surface {
  const cutAt = cutter(sections, smooth);
  return (u, v) => {
    const cut = cutAt(u);
    const turn = MathUtils.clamp(v, 0, 1) * 2 * Math.PI;
    const x = 0.5 * (1 + Math.cos(turn));
    const side = v <= 0.5 ? 1 : -1;
    const rise = (cut.camber * 4 * x * (1 - x) + side * cut.thick * halfThickness(x)) * cut.chord;
    const ahead = (0.25 - x) * cut.chord;
    const forward = ahead * Math.cos(cut.twist) - rise * Math.sin(cut.twist);
    const up = ahead * Math.sin(cut.twist) + rise * Math.cos(cut.twist);
    return new Vector3(
      cut.at.x + forward,
      cut.at.y + up * Math.cos(cut.roll),
      cut.at.z - up * Math.sin(cut.roll),
    );
  };
}

/** Adds a last, nearly flat section, so a tip is round instead of open. */
export function closed(sections: readonly Section[]): Section[] {
  const tip = sections.at(-1);
  if (!tip) return [];
  const roll = tip.roll ?? 0;
  const out = tip.chord * tip.thick * 0.5;
  const [x, y, z] = tip.at;
  const end: Section = {
    ...tip,
    at: [x - tip.chord * 0.04, y + Math.sin(roll) * out, z + Math.cos(roll) * out],
    chord: tip.chord * 0.82,
    thick: 0.004,
  };
  return [...sections, end];
}
