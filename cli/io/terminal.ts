import type { Writable } from 'node:stream';

/** Data goes to `out`, everything else to `err`. */
export interface Terminal {
  readonly out: Writable;
  readonly err: Writable;
  /** Whether a person watches `err`. */
  readonly isInteractive: boolean;
  /** Whether each of them shows colours. */
  readonly outHasColours: boolean;
  readonly errHasColours: boolean;
}

/** Text from outside on one line, with what a terminal would obey written out: ESC is `\\u001b`. */
export function toPrintable(text: string): string {
  return text.replace(/[\t\n\v\f\r]/g, ' ').replace(/[\p{Cc}\p{Bidi_Control}]/gu, toEscape);
}

/** JSON of a value that a terminal shows as it is; it reads back as the same value. */
export function toPrintableJson(value: unknown, space?: number): string {
  const text = JSON.stringify(value, undefined, space);
  // Line feeds are the layout's own: those of the data are escaped already.
  return text.replace(/[\u007f-\u009f\p{Bidi_Control}]/gu, toEscape);
}

function toEscape(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
