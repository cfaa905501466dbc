/** Without letters that look or sound like a digit or each other in a word: no I, L, O and U. */
const SYMBOLS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const ID_ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const LENGTH = 8;

/**
 * The number of an order as people read and say it, such as `7K2M-Q4XD`: made from the random end of its payment's id,
 * so it is the same everywhere and needs no field. Among 100,000 orders any two are equal with a chance of 0.5 %.
 */
export function toOrderNumber(paymentId: string): string {
  let rest = 0n;
  for (const character of paymentId.slice(-10))
    rest = rest * 62n + BigInt(Math.max(0, ID_ALPHABET.indexOf(character)));
  let text = '';
  while (text.length < LENGTH) {
    text = `${SYMBOLS[Number(rest % 32n)]}${text}`;
    rest /= 32n;
  }
  return `${text.slice(0, 4)}-${text.slice(4)}`;
}
