const DROPPED = /<(script|style|template)\b[^>]*>[\s\S]*?(?:<\/\1\s*>|$)|<!--[\s\S]*?(?:-->|$)/gi;
const LIST_ITEM = /<li\b[^>]*>/gi;
const BLOCK =
  /<\/?(?:address|article|blockquote|br|div|dd|dl|dt|figure|h[1-6]|hr|li|ol|p|pre|section|table|tr|ul)\b[^>]*>/gi;
const CELL = /<\/(?:td|th)\s*>/gi;
const TAG = /<\/?[a-z][^>]*>/gi;
const ENTITY = /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]+\d{0,2}));/gi;

const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  apos: "'",
  bull: '•',
  cent: '¢',
  copy: '©',
  deg: '°',
  eacute: 'é',
  euro: '€',
  frac12: '½',
  frac14: '¼',
  gt: '>',
  hellip: '…',
  laquo: '«',
  ldquo: '“',
  le: '≤',
  lsquo: '‘',
  lt: '<',
  mdash: '—',
  micro: 'µ',
  middot: '·',
  nbsp: ' ',
  ndash: '–',
  plusmn: '±',
  pound: '£',
  quot: '"',
  raquo: '»',
  rdquo: '”',
  reg: '®',
  rsquo: '’',
  sup2: '²',
  sup3: '³',
  times: '×',
  trade: '™',
  uuml: 'ü',
};

/** A shop's HTML description as plain text: a line for each block, `- ` before list items. */
export function htmlToText(html: string): string {
  return html
    .replace(DROPPED, ' ')
    .replace(/[\s\u00a0]+/g, ' ')
    .replace(LIST_ITEM, '\n- ')
    .replace(CELL, ' ')
    .replace(BLOCK, '\n')
    .replace(TAG, '')
    .replace(ENTITY, toCharacter)
    .split('\n')
    .map((line) => line.replace(/[ \u00a0]+/g, ' ').trim())
    .filter((line) => line !== '' && line !== '-')
    .join('\n');
}

/** Whether the HTML shows something that plain text can't hold. */
export function hasMoreThanText(html: string): boolean {
  return /<(?:a|audio|iframe|img|object|table|video)\b/i.test(html);
}

/** The first sentence or so of a text, at most `maxLength` characters, cut between words. */
export function toBlurb(text: string, maxLength = 160): string {
  const [line = ''] = text.split('\n');
  const [sentence = line] = /^.+?[.!?](?=\s|$)/.exec(line) ?? [];
  if (sentence.length <= maxLength) return sentence;
  const cut = sentence.slice(0, maxLength - 1);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), 1)).replace(/[\s,;:–-]+$/, '')}…`;
}

function toCharacter(entity: string, decimal?: string, hex?: string, name?: string): string {
  if (name !== undefined) return NAMED[name] ?? NAMED[name.toLowerCase()] ?? entity;
  const point = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
  const isCharacter = point > 0 && point <= 0x10ffff && (point < 0xd800 || point > 0xdfff);
  return isCharacter ? String.fromCodePoint(point) : entity;
}
