/** `1 document`, `2,345 documents`. */
export function countOf(count: number, what: string): string {
  return `${count.toLocaleString('en-AU')} ${what}${count === 1 ? '' : 's'}`;
}
