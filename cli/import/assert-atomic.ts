import { EXIT } from '#cli/exit-codes.ts';
import { Failure } from '#cli/failure.ts';
import type { PreparedImport } from './prepare-import.ts';

const MIB = 1_048_576;
/** All of it is one request, and one commit for which everybody else waits. */
const MAX_BYTES = 16 * MIB;

/** @throws Failure where an input is larger than one transaction takes */
export function assertAtomic({ name, spool }: Pick<PreparedImport, 'name' | 'spool'>): void {
  if (spool.bytes <= MAX_BYTES) return;
  const size = Math.ceil((spool.bytes / MIB) * 10) / 10;
  throw new Failure(
    EXIT.invalidInput,
    `The documents of ${name} take ${size.toFixed(1)} MiB; one transaction (--atomic) takes at most ${MAX_BYTES / MIB} MiB. Nothing was written.`,
    {
      hint:
        'Without --atomic they go in batch by batch, and `nankeen undo` takes all of them back together. ' +
        'Or split the file.',
      result: { code: 'resource-exhausted', bytes: spool.bytes, maxBytes: MAX_BYTES },
    },
  );
}
