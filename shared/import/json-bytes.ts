export const QUOTE = 0x22;
export const COMMA = 0x2c;
export const MINUS = 0x2d;
export const POINT = 0x2e;
export const ZERO = 0x30;
export const COLON = 0x3a;
export const BACKSLASH = 0x5c;

/** Stands for itself in a text in quotes. */
export const IN_TEXT = 1;
/** The same in a field name, where more is forbidden. */
export const IN_NAME = 2;
/** Begins a field name that means nothing by its first character: digits may change places, `$` and `_` may mean something. */
export const FIRST_IN_NAME = 4;
/** Ends an escape of two characters as `JSON.stringify` writes it; it has no use for `\\/`. */
export const AFTER_BACKSLASH = 8;
export const DIGIT = 16;

/** What each byte may be: the sum of the above. Those of a character beyond ASCII stand wherever text stands. */
export const BYTE_KINDS = Uint8Array.from({ length: 256 }, (_, byte) => {
  const character = String.fromCharCode(byte);
  const escape = '"\\bfnrt'.includes(character) ? AFTER_BACKSLASH : 0;
  if (byte < 0x20 || byte === QUOTE || byte === BACKSLASH) return escape;
  const name = '~*/[]'.includes(character) ? 0 : IN_NAME;
  const first = /[A-Za-z\u0080-\u00ff]/.test(character) ? FIRST_IN_NAME : 0;
  return IN_TEXT | name | first | (/\d/.test(character) ? DIGIT : 0) | escape;
});
