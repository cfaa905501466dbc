const RENDERED = /^(\/pictures\/.+)\.webp$/;
const WIDTHS = [480, 960, 1600];
const PORTRAIT_WIDTHS = [480, 960];

/**
 * The AVIF versions of a generated picture as a `srcset`; `undefined` for any other address.
 * @param url e.g. `/pictures/recon-vtol/1.webp`
 */
export function toAvifSources(url: string): string | undefined {
  const base = RENDERED.exec(url)?.[1];
  if (base === undefined) return undefined;
  const widths = base.endsWith('-portrait') ? PORTRAIT_WIDTHS : WIDTHS;
  return widths.map((width) => `${base}-${width}.avif ${width}w`).join(', ');
}
