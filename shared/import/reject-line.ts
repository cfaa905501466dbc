import { REJECTED_KEY } from './envelope.ts';
import type { ImportProblem, RawText } from './import-problem.ts';

/** A rejected part of the input, with the reasons and its raw text. */
export interface Rejected {
  /** At least one; the first names the place. */
  readonly problems: readonly ImportProblem[];
  readonly raw: RawText | undefined;
}

/** A line of a reject file, which can be imported once it is corrected. */
export function toRejectLine({ problems: [first, ...others], raw }: Rejected): string {
  return JSON.stringify({
    [REJECTED_KEY]: true,
    line: first?.line,
    byte: first?.byte ?? null,
    id: first?.id ?? null,
    code: first?.code,
    path: first?.path ?? null,
    message: first?.message,
    ...(others.length === 0
      ? {}
      : { also: others.map(({ code, path = null, message }) => ({ code, path, message })) }),
    ...(typeof raw === 'object' ? { rawBase64: raw.base64 } : { raw: raw ?? null }),
  });
}
