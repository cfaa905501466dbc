/** Returns the name with all matches replaced, or the same name if there are none. */
export type NameReplacer = (name: string) => string;

/** Replaces a literal text. */
export function createTextReplacer(find: string, replace: string): NameReplacer {
  return (name) => name.replaceAll(find, () => replace);
}

/**
 * Replaces a text that forms whole words of a name: `price` in `net_price`, `price2` and `netPrice`, but not in
 * `priced`. The replacement adopts the case of the match: `netPrice` → `netCost`, `NET_PRICE` → `NET_COST`.
 */
export function createWordReplacer(find: string, replace: string): NameReplacer {
  const forms = new Map<string, string>();
  for (const toForm of [same, capitalise, uncapitalise, upper]) {
    if (!forms.has(toForm(find))) forms.set(toForm(find), toForm(replace));
  }
  const expression = new RegExp([...forms.keys()].map(escapeExpression).join('|'), 'gu');
  const findAll = (name: string) => name.matchAll(expression);
  return createMatchReplacer(findAll, ([found]) => forms.get(found) ?? replace, true);
}

/** Replaces the matches in a name; with `isWordWise` only those that cover whole words of it. */
export function createMatchReplacer(
  findAll: (name: string) => Iterable<RegExpExecArray>,
  toReplacement: (match: RegExpExecArray) => string,
  isWordWise: boolean,
): NameReplacer {
  return (name) => {
    let replaced = '';
    let end = 0;
    for (const match of findAll(name)) {
      const { index } = match;
      const isReplaced =
        !isWordWise || (isWordEdge(name, index) && isWordEdge(name, index + match[0].length));
      replaced += name.slice(end, index) + (isReplaced ? toReplacement(match) : match[0]);
      end = index + match[0].length;
    }
    return replaced + name.slice(end);
  };
}

/** Expands `$1` to `$9`, `$<name>`, `$&` and `$$` in a replacement. */
export function fillIn(replace: string, match: RegExpExecArray): string {
  return replace.replace(
    /\$(?:([$&1-9])|<([^>]*)>)/gu,
    (_all, sign: string | undefined, name: string | undefined) => {
      if (name !== undefined) return match.groups?.[name] ?? '';
      return sign === '$' ? '$' : (match[sign === '&' ? 0 : Number(sign)] ?? '');
    },
  );
}

const LETTER = /\p{L}/u;
const DIGIT = /\p{N}/u;
const UPPER = /\p{Lu}/u;

/** Whether a word begins or ends before this character. */
function isWordEdge(name: string, index: number): boolean {
  if (index === 0 || index >= name.length) return true;
  const [before, after, next] = [name.charAt(index - 1), name.charAt(index), name.charAt(index + 1)];
  if (LETTER.test(before) !== LETTER.test(after) || DIGIT.test(before) !== DIGIT.test(after)) return true;
  if (!LETTER.test(before) && !DIGIT.test(before)) return true;
  if (!UPPER.test(after)) return false;
  // `net|Price`; in `HTMLPrice` only the P starts a new word.
  return !UPPER.test(before) || (LETTER.test(next) && !UPPER.test(next));
}

const same = (text: string) => text;
const upper = (text: string) => text.toUpperCase();
const capitalise = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
const uncapitalise = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);

function escapeExpression(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}
