import type { Writable } from 'node:stream';

/** Data goes to `out`, everything else to `err`. */
export interface Terminal {
  readonly out: Writable;
  readonly err: Writable;
  /** Whether a person watches `err`. */
  readonly isInteractive: boolean;
}

/** Text from outside without the control characters a terminal would obey. */
export function toPrintable(text: string): string {
  return text.replace(/[\p{Cc}\p{Bidi_Control}]/gu, ' ');
}
