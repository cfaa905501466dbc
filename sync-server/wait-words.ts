/** A time to wait, as a person reads it: `40 seconds`, `3 minutes`. */
export function toWaitWords(seconds: number): string {
  const [count, unit] = seconds < 90 ? [Math.ceil(seconds), 'second'] : [Math.ceil(seconds / 60), 'minute'];
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}
