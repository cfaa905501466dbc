import { compareSides } from '#cli/compare/compare-sides.ts';
import { readSpool } from '#cli/compare/sides.ts';
import { identify, type IdentifiedText } from '#cli/compare/identified-text.ts';
import { sortById } from '#cli/compare/sort-by-id.ts';
import { EXIT } from '#cli/exit-codes.ts';
import { Failure } from '#cli/failure.ts';
import { streamDocuments } from '#cli/io/document-stream.ts';
import { countOf } from '#cli/io/numbers.ts';
import { toPathText } from '#shared/migration/field-path.ts';
import type { ImportJobSpec } from '#shared/migration/job-spec.ts';
import type { ImportCounts } from './import-counts.ts';
import type { ImportCalls } from './plan-import.ts';

const LISTED = 20;

/**
 * Reads the collection back and compares it with what was sent, in constant memory.
 * @throws Failure where a document is missing or another one than was sent
 */
export async function verifyImport(
  { context, connection, prepared, progress }: Omit<ImportCalls, 'onRejected'>,
  { collection, mode }: ImportJobSpec,
  counts: ImportCounts,
): Promise<void> {
  const stored = async function* (): AsyncGenerator<IdentifiedText> {
    for await (const bytes of streamDocuments(connection, collection, context)) yield identify(bytes);
  };
  const comparison = await compareSides(sortById(readSpool(prepared.spool)), stored(), {
    maxDifferences: LISTED,
    isOtherOnly: true,
    // The server keeps the time of creation, and a merge what the input says nothing of.
    isMeant: (path, sent, kept) => path === 'createdAt' || (mode === 'merge' && isOnlyKept(path, sent, kept)),
    onDocument: (documents) => progress.report({ documents }),
  });
  const { onlyInA, different, differences } = comparison;
  // What was left as it is may be anything.
  const tolerated = counts.skipped + counts.rejected;
  if (onlyInA + different <= tolerated) return;
  throw new Failure(
    EXIT.verificationFailed,
    `${countOf(onlyInA + different - tolerated, 'document')} of "${collection}" are not as they were sent.`,
    {
      lines: differences.map(({ id, kind, paths }) =>
        kind === 'only-in-a' ? `${id}  is missing` : `${id}  ${paths.join(', ')}`,
      ),
      hint: 'They may have been changed in the meantime. Running the same command again mends it.',
      result: { differences },
    },
  );
}

/** A top field that the input doesn't have. */
function isOnlyKept(
  path: string,
  sent: Readonly<Record<string, unknown>>,
  kept: Readonly<Record<string, unknown>>,
): boolean {
  return Object.keys(kept).some((name) => !Object.hasOwn(sent, name) && path === toPathText([name]));
}
