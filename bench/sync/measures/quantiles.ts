export interface Quantiles {
  readonly median: number;
  readonly p95: number;
  readonly p99: number;
}

export function toQuantiles(values: readonly number[]): Quantiles {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
  return { median: at(0.5), p95: at(0.95), p99: at(0.99) };
}
