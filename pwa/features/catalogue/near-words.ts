/** Shorter words have too many neighbours. */
const MIN_LENGTH = 4;
/** From this length on a word may also be the beginning of one. */
const UNFINISHED_LENGTH = 5;

/**
 * Whether the text has a word, or the beginning of one, that differs from the searched word by one slip: a wrong, missing
 * or extra letter, or two letters swapped.
 *
 * @param word lower case, as `text`
 */
export function isNearlyIn(word: string, text: string): boolean {
  return word.length >= MIN_LENGTH && text.split(SPACES).some((known) => isNear(known, word));
}

const SPACES = /[^\p{L}\p{N}]+/u;

function isNear(known: string, word: string): boolean {
  let at = 0;
  while (at < word.length && known[at] === word[at]) at += 1;
  const goesOn = (place: number, from: number) => {
    const rest = word.slice(from);
    return word.length < UNFINISHED_LENGTH ? known.slice(place) === rest : known.startsWith(rest, place);
  };
  const isSwapped = word[at] === known[at + 1] && word[at + 1] === known[at];
  return (
    goesOn(at + 1, at + 1) ||
    goesOn(at + 1, at) ||
    goesOn(at, at + 1) ||
    (isSwapped && goesOn(at + 2, at + 2))
  );
}
