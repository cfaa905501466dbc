import { PICTURE_WIDTHS } from '#shared/domain/picture-widths.ts';

const RENDERED = /^(\/pictures\/.+)\.webp$/;
const PORTRAIT_WIDTHS = [480, 960];

/**
 * The AVIF versions of a generated picture as a `srcset`; `undefined` for any other address.
 * @param url e.g. `/pictures/recon-vtol/1.webp`
 */
export function toAvifSources(url: string): string | undefined {
  const base = RENDERED.exec(url)?.[1];
  if (base === undefined) return undefined;
  const widths = base.endsWith('-portrait') ? PORTRAIT_WIDTHS : PICTURE_WIDTHS;
  return widths.map((width) => `${base}-${width}.avif ${width}w`).join(', ');
}
