const BLOCKS: ReadonlySet<string> = new Set(
  (
    'address article blockquote br dd div dl dt figure h1 h2 h3 h4 h5 h6 hr ol p pre section table tr ul ' +
    '/address /article /blockquote /dd /div /dl /dt /figure /h1 /h2 /h3 /h4 /h5 /h6 /li /ol /p /pre /section /table /tr /ul'
  ).split(' '),
);
const CELL_ENDS: ReadonlySet<string> = new Set(['/td', '/th']);
/** Elements whose content is not text. */
const DROPPED: ReadonlySet<string> = new Set(['script', 'style', 'template']);
const TAG_NAME = /\/?[a-z][a-z0-9]*/iy;
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

/** Converts an HTML description to plain text: one line per block, `- ` before list items. */
export function htmlToText(html: string): string {
  return toPieces(html)
    .join('')
    .split('\n')
    .map((line) => line.replace(/[ \u00a0]+/g, ' ').trim())
    .filter((line) => line !== '' && line !== '-')
    .join('\n');
}

/** Texts, and separators in place of tags. Every search continues from the previous one, so the time is linear. */
function toPieces(html: string): string[] {
  const lower = html.toLowerCase();
  const pieces: string[] = [];
  let position = 0;
  while (position < html.length) {
    const open = html.indexOf('<', position);
    pieces.push(toText(html.slice(position, open === -1 ? undefined : open)));
    if (open === -1) break;
    if (html.startsWith('<!--', open)) {
      position = after(html, '-->', open + 4);
      continue;
    }
    TAG_NAME.lastIndex = open + 1;
    const [name] = TAG_NAME.exec(lower) ?? [];
    const close = name === undefined ? open : html.indexOf('>', open);
    if (name === undefined || close === -1) {
      // Not a tag, but a character such as "less than".
      pieces.push(toText(html.slice(open, close === -1 ? undefined : open + 1)));
      position = close === -1 ? html.length : open + 1;
      continue;
    }
    pieces.push(toSeparator(name));
    position = DROPPED.has(name) ? after(html, '>', after(lower, `</${name}`, close)) : close + 1;
  }
  return pieces;
}

/** Position after the next occurrence, or the text's length. */
function after(text: string, search: string, from: number): number {
  const index = text.indexOf(search, from);
  return index === -1 ? text.length : index + search.length;
}

function toSeparator(tag: string): string {
  if (tag === 'li') return '\n- ';
  if (BLOCKS.has(tag)) return '\n';
  return CELL_ENDS.has(tag) || DROPPED.has(tag) ? ' ' : '';
}

function toText(html: string): string {
  return html.replace(/[\s\u00a0]+/g, ' ').replace(ENTITY, toCharacter);
}

/** Whether the HTML contains something that plain text cannot express. */
export function hasMoreThanText(html: string): boolean {
  return /<(?:a|audio|iframe|img|object|table|video)\b/i.test(html);
}

/** First sentence of a text, cut between words to at most `maxLength` characters. */
export function toBlurb(text: string, maxLength = 160): string {
  const [line = ''] = text.split('\n');
  const [sentence = line] = /^.+?[.!?](?=\s|$)/.exec(line) ?? [];
  if (sentence.length <= maxLength) return sentence;
  const cut = sentence.slice(0, maxLength - 1);
  const end = cut.lastIndexOf(' ');
  return `${cut.slice(0, end === -1 ? undefined : end).replace(/[,;:–-]$/, '')}…`;
}

function toCharacter(entity: string, decimal?: string, hex?: string, name?: string): string {
  if (name !== undefined) return NAMED[name] ?? NAMED[name.toLowerCase()] ?? entity;
  const point = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
  const isCharacter = point > 0 && point <= 0x10ffff && (point < 0xd800 || point > 0xdfff);
  return isCharacter ? String.fromCodePoint(point) : entity;
}
