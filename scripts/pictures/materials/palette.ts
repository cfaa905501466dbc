import { Color } from 'three';

/** Converts a colour from OKLCH, as used in the shop's style sheets. */
export function oklch(lightness: number, chroma: number, hue: number): Color {
  const a = chroma * Math.cos((hue * Math.PI) / 180);
  const b = chroma * Math.sin((hue * Math.PI) / 180);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const inGamut = (value: number): number => Math.min(1, Math.max(0, value));
  return new Color(
    inGamut(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    inGamut(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    inGamut(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  );
}

export const palette = {
  paper: oklch(0.97, 0.004, 240),
  ink: oklch(0.19, 0.012, 250),
  graphite: oklch(0.32, 0.01, 250),
  orange: oklch(0.66, 0.19, 38),
  eucalypt: oklch(0.56, 0.07, 165),
  ochre: oklch(0.74, 0.13, 75),
  darkGround: oklch(0.15, 0.012, 250),
} as const;
