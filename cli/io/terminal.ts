import type { Writable } from 'node:stream';

/** Data goes to `out`, everything else to `err`. */
export interface Terminal {
  readonly out: Writable;
  readonly err: Writable;
  /** Whether `err` is a terminal. */
  readonly isInteractive: boolean;
  readonly isOutTerminal: boolean;
  readonly outHasColours: boolean;
  readonly errHasColours: boolean;
}

/** Untrusted text on one line, with control characters escaped: ESC becomes `\\u001b`. */
export function toPrintable(text: string): string {
  return text.replace(/[\t\n\v\f\r]/g, ' ').replace(/[\p{Cc}\p{Bidi_Control}]/gu, toEscape);
}

/** Untrusted lines: like `toPrintable`, but line ends and tabs stay. */
export function toPrintableLines(text: string): string {
  return text.replaceAll('\r\n', '\n').replace(/(?![\n\t])[\p{Cc}\p{Bidi_Control}]/gu, toEscape);
}

/** JSON that is safe to print on a terminal and parses to the same value. */
export function toPrintableJson(value: unknown, space?: number): string {
  const text = JSON.stringify(value, undefined, space);
  // JSON.stringify has already escaped C0 controls; line feeds left are indentation.
  return text.replace(/[\u007f-\u009f\p{Bidi_Control}]/gu, toEscape);
}

function toEscape(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
