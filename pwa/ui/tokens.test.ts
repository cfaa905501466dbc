import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readSourceFiles } from '../../tests/support/source-files.ts';

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8');

type Theme = 'light' | 'dark';
type Oklch = readonly [lightness: number, chroma: number, hue: number];

/** A token's `oklch()` colour in a theme. A token without `light-dark()` has one colour for both themes. */
function toColour(token: string, theme: Theme): Oklch {
  const value = new RegExp(`--${token}: ([^;]+);`).exec(css)?.[1] ?? '';
  const colours = [...value.matchAll(/oklch\(([\d.]+)% ([\d.]+) ([\d.]+)\)/g)].map(
    ([, lightness, chroma, hue]): Oklch => [Number(lightness) / 100, Number(chroma), Number(hue)],
  );
  const colour = theme === 'dark' ? colours.at(-1) : colours[0];
  if (!colour) throw new Error(`No colour in --${token}.`);
  return colour;
}

/** Relative luminance of WCAG 2.2. Conversion: https://bottosson.github.io/posts/oklab/ */
function toLuminance([lightness, chroma, hue]: Oklch): number {
  const a = chroma * Math.cos((hue * Math.PI) / 180);
  const b = chroma * Math.sin((hue * Math.PI) / 180);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const clip = (part: number) => Math.min(1, Math.max(0, part));
  const red = clip(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s);
  const green = clip(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s);
  const blue = clip(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string, theme: Theme): number {
  const [dark = 0, light = 0] = [one, other].map((token) => toLuminance(toColour(token, theme))).toSorted();
  return (light + 0.05) / (dark + 0.05);
}

const TEXT_PAIRS = [
  ['ink', 'surface'],
  ['ink', 'surface-raised'],
  ['ink', 'surface-2'],
  ['ink-2', 'surface'],
  ['ink-2', 'surface-2'],
  ['ink-3', 'surface'],
  ['ink-3', 'surface-raised'],
  ['ink-3', 'surface-2'],
  ['danger', 'surface'],
  ['danger', 'surface-raised'],
  ['ink', 'warning-surface'],
  ['ink', 'danger-surface'],
  ['ink', 'success-surface'],
  ['ink-fixed', 'accent'],
  ['ink-fixed', 'accent-hover'],
  ['ink-fixed', 'warning'],
  ['ink-on-dark', 'surface-dark'],
  ['ink-on-dark', 'overlay'],
  ['ink-on-dark', 'overlay-danger'],
  ['ink-fixed', 'overlay-mark'],
] as const;

const LINE_PAIRS = [
  ['line-firm', 'surface'],
  ['line-firm', 'surface-raised'],
  ['success', 'surface'],
  ['danger', 'danger-surface'],
  ['overlay-mark', 'overlay-danger'],
] as const;

const THEMES = ['light', 'dark'] as const;
const both = <Pair>(pairs: readonly Pair[]) =>
  THEMES.flatMap((theme) => pairs.map((pair) => ({ theme, pair })));

test.each(both(TEXT_PAIRS))(
  'text has a contrast of at least 4.5:1 ($theme: $pair)',
  ({ theme, pair: [text, ground] }) => {
    expect(contrast(text, ground, theme)).toBeGreaterThanOrEqual(4.5);
  },
);

test.each(both(LINE_PAIRS))(
  'edges and icons have a contrast of at least 3:1 ($theme: $pair)',
  ({ theme, pair }) => {
    expect(contrast(pair[0], pair[1], theme)).toBeGreaterThanOrEqual(3);
  },
);

const BREAKPOINTS = [...(/Breakpoints[^:]*: ([^*]+)\. \*\//.exec(css)?.[1] ?? '').matchAll(/\d+/g)].map(
  Number,
);
const RAW = /(?:font-weight: \d{3};|line-height: [\d.]+;|letter-spacing: -?0?\.\d|z-index: \d)/g;

/** Declarations and media queries of a style sheet that don't use the tokens. */
function findRawValues(text: string): readonly string[] {
  const declarations = [...text.matchAll(RAW)].map(([declaration]) => declaration);
  const queries = [...text.matchAll(/@media[^{]*width: ([\d.]+)rem/g)]
    // `39.99rem` ends just below the breakpoint.
    .filter(([, rem]) => !BREAKPOINTS.includes(Math.ceil(Number(rem))))
    .map(([query]) => query);
  return [...declarations, ...queries];
}

test('every style sheet uses tokens for font weights, line heights, letter spacing, z-indexes and breakpoints', () => {
  const sheets = readSourceFiles().filter(
    ({ path }) => /^pwa\/.*\.css$/.test(path) && !/\/(?:fonts|tokens)\.css$/.test(path),
  );
  expect(sheets.length).toBeGreaterThan(20);
  const found = sheets.flatMap(({ path, text }) => findRawValues(text).map((raw) => `${path}: ${raw}`));
  expect(found).toEqual([]);
});

test.each([
  'font-weight: 500;',
  'line-height: 1.3;',
  'letter-spacing: -0.01em;',
  'z-index: 7;',
  '@media (min-width: 56rem) {',
])('the check of style sheets finds a planted %j', (planted) => {
  expect(findRawValues(`.a { ${planted} }`)).toHaveLength(1);
});
