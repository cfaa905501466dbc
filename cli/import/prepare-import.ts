import type { CliContext } from '#cli/context.ts';
import { readSourceDocuments, type SourceOptions } from '#cli/formats/source-documents.ts';
import { openInput } from '#cli/io/input.ts';
import type { Progress } from '#cli/io/progress.ts';
import { Spool } from '#cli/io/spool.ts';
import { createImportCheck } from '#shared/import/import-check.ts';
import type { LeftOut } from '#shared/import/import-problem.ts';
import { isoNow } from '#shared/kernel/clock.ts';
import type { Rejected } from './reject-file.ts';
import { toSpoolLine } from './spooled-document.ts';
import type { DocumentChange } from './document-change.ts';

export interface PrepareOptions extends SourceOptions {
  readonly file: string;
  readonly idField?: string | undefined;
  /** What else becomes of a document before it is checked. */
  readonly change?: DocumentChange | undefined;
  /** Told of everything that is wrong, in the order in which it is found. */
  readonly onRejected: (rejected: Rejected) => Promise<void> | void;
  /** Whether the right ones are wanted though something is wrong. */
  readonly isContinuing: boolean;
  readonly progress: Progress;
}

/** An input that was read and checked to its end. */
export interface PreparedImport {
  /** File name, or `standard input`. */
  readonly name: string;
  readonly format: string;
  readonly documents: number;
  readonly rejected: number;
  /** The documents as they are sent, a line each. */
  readonly spool: Spool;
  readonly notices: readonly string[];
  readonly leftOut: readonly LeftOut[];
  /** sha256 of the file's bytes. */
  readonly digest: string;
}

/** Reads the whole input before anything is sent. */
export async function prepareImport(context: CliContext, options: PrepareOptions): Promise<PreparedImport> {
  const input = await openInput(options.file, context);
  const source = await readSourceDocuments(input, options);
  const check = createImportCheck({
    collection: options.collection,
    idField: options.idField,
    createdAt: isoNow(context.clock),
    createId: context.createId,
  });
  const leftOut = new Map<string, number>();
  const spool = await Spool.create();
  let documents = 0;
  let rejected = 0;
  const leave = (what: string) => void leftOut.set(what, (leftOut.get(what) ?? 0) + 1);
  const reject = async (one: Rejected) => {
    rejected += 1;
    await options.onRejected(one);
  };
  try {
    for await (const parsed of source.documents) {
      context.interruption.throwIfAborted();
      const { bytes, total } = input.progress();
      options.progress.report({ documents: documents + rejected, bytes, totalBytes: total });
      if (parsed.kind === 'left-out') {
        leave(parsed.what);
        continue;
      }
      if (parsed.kind === 'problem') {
        await reject({ problems: [parsed.problem, ...(parsed.also ?? [])], raw: parsed.raw });
        continue;
      }
      const { source } = parsed;
      const raw = () => source.raw ?? JSON.stringify(source.document);
      const changed = options.change?.(source) ?? { kind: 'document', source };
      if (changed.kind === 'left-out') {
        leave(changed.what);
        continue;
      }
      const checked = changed.kind === 'problems' ? changed : check.check(changed.source);
      if (checked.kind === 'problems') {
        await reject({ problems: checked.problems, raw: raw() });
        continue;
      }
      documents += 1;
      const { line, byte, updatedAt } = source;
      // Once something is wrong nothing will be sent, unless that was asked for.
      if (rejected === 0 || options.isContinuing) {
        await spool.add(toSpoolLine({ line, byte, updatedAt, json: JSON.stringify(checked.document) }));
      }
    }
  } catch (error) {
    await spool.close();
    throw error;
  }
  return {
    name: input.name,
    format: source.format,
    documents,
    rejected,
    spool,
    notices: [...source.notices, ...check.notices()],
    leftOut: [
      ...source.leftOut,
      ...check.leftOut(),
      ...[...leftOut].map(([name, count]) => ({ name, count })),
    ],
    digest: input.digest(),
  };
}
