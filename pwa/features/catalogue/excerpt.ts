/** Maximum length of the summary next to the price; a longer one continues under "Read More". */
export const SUMMARY_LENGTH = 700;

/**
 * Shortens a text at a word boundary.
 * @param length maximum length in characters, including the ellipsis
 */
export function toExcerpt(text: string, length: number): string {
  if (text.length <= length) return text;
  const start = text.slice(0, length);
  const end = start.lastIndexOf(' ');
  // A text without spaces is cut at the limit.
  return `${start.slice(0, end > 0 ? end : length - 1).trimEnd()}…`;
}
