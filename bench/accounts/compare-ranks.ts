/**
 * The Mann-Whitney test of two samples, with the normal approximation.
 * @returns how likely chance alone separates their ranks at least as far, from 0 to 1
 */
export function compareRanks(a: readonly number[], b: readonly number[]): number {
  const all = [...a.map((value) => ({ value, isA: true })), ...b.map((value) => ({ value, isA: false }))];
  all.sort((one, other) => one.value - other.value);
  const rankSum = all.reduce((sum, { isA }, index) => sum + (isA ? index + 1 : 0), 0);
  const u = rankSum - (a.length * (a.length + 1)) / 2;
  const deviation = Math.sqrt((a.length * b.length * (a.length + b.length + 1)) / 12);
  return toTwoSided((u - (a.length * b.length) / 2) / deviation);
}

/** Share of the normal distribution beyond ±z; Abramowitz and Stegun 7.1.26. */
function toTwoSided(z: number): number {
  const x = Math.abs(z) / Math.SQRT2;
  const t = 1 / (1 + 0.3275911 * x);
  const series =
    t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))));
  return series * Math.exp(-x * x);
}
