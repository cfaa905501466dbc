/** Most characters of a summary beside the price; a longer one goes on under "Read More". */
export const SUMMARY_LENGTH = 700;

/**
 * The beginning of a text that may be of any length, cut between two words.
 * @param length most characters that stay
 */
export function toExcerpt(text: string, length: number): string {
  if (text.length <= length) return text;
  const start = text.slice(0, length);
  const end = start.lastIndexOf(' ');
  // A text without a space is cut where it is long enough.
  return `${start.slice(0, end > 0 ? end : length - 1).trimEnd()}…`;
}
