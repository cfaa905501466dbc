/** Shorter words have too many neighbours. */
const MIN_LENGTH = 4;

/**
 * Whether a word of the text begins with the searched word but for one slip: a wrong, missing or extra letter, or two
 * letters swapped.
 * @param word lower case, as `text`
 */
export function isNearlyIn(word: string, text: string): boolean {
  return word.length >= MIN_LENGTH && text.split(SPACES).some((known) => beginsNearly(known, word));
}

const SPACES = /[^\p{L}\p{N}]+/u;

function beginsNearly(known: string, word: string): boolean {
  let at = 0;
  while (at < word.length && known[at] === word[at]) at += 1;
  const follows = (place: number, rest: number) => known.startsWith(word.slice(rest), place);
  const isSwapped = word[at] === known[at + 1] && word[at + 1] === known[at];
  return (
    follows(at + 1, at + 1) ||
    follows(at + 1, at) ||
    follows(at, at + 1) ||
    (isSwapped && follows(at + 2, at + 2))
  );
}
