import { ANONYMOUS } from '#shared/access/actor.ts';
import { AppError } from '#shared/kernel/app-error.ts';
import { compileJob, decideDocument } from '#shared/migration/decide-document.ts';
import type { WireDocument } from '#shared/sync/wire-document.ts';
import { assertStorable } from '#pwa/data/store/local-writes.ts';
import { decideWrite } from '#server/core/decide-write.ts';
import { createPartCheck } from '#server/import/check-part.ts';
import { ImportNotes } from '#server/import/import-notes.ts';
import { readText } from '#server/import/read-json.ts';
import type { RandomDocument } from './documents-good-and-bad.ts';

/** `undefined` if the document is accepted, otherwise the first reason. */
export type Reason = { readonly path: string; readonly message: string; readonly code?: string } | undefined;

const AT = '2026-03-02T09:00:00.000Z';
const SYNC = { sequence: 7, acknowledged: 'w'.repeat(20), updatedAt: AT, updatedBy: 'ada.byrne@example.com' };

const none = () => undefined;
const EMPTY_VIEW = {
  epoch: 'e'.repeat(20),
  sequence: 0,
  document: none,
  verdict: none,
  write: none,
  job: none,
  productsWithPrice: () => [],
  renames: () => [],
  renamedFrom: () => [],
  openJobs: () => [],
};

/** The server's decision on the document as a new write. */
export function serverReason({ collection, content }: RandomDocument): Reason {
  const id = content['FBUID'] as string;
  const request = {
    collection,
    id,
    writeId: 'w'.repeat(20),
    base: { kind: 'any' },
    deleted: false,
    data: content,
    madeAt: undefined,
    trail: [],
  } as const;
  const outcome = decideWrite(request, EMPTY_VIEW, { at: AT, actor: { ...ANONYMOUS, isAdmin: true } });
  if (outcome.verdict === 'accepted') return undefined;
  if (outcome.verdict === 'rejected') return { path: outcome.path, message: outcome.message };
  throw new Error(`A new write is neither taken nor refused: ${outcome.verdict}.`);
}

/** The import's decision on the document as a line of a file. */
export function importReason({ collection, content }: RandomDocument): Reason {
  const notes = new ImportNotes();
  const part = readText(JSON.stringify(content), { line: 1, column: 1, byte: 0 }, notes);
  const { check } = createPartCheck({ collection, createdAt: AT, createId: () => 'never needed', notes });
  const item = check(part);
  return item?.kind === 'rejected' ? toReason(item.problems[0]) : undefined;
}

/** The app's decision before it writes the document on the device. */
export function appReason({ collection, content }: RandomDocument): Reason {
  try {
    const created = collection === 'human' ? {} : { createdAt: content['createdAt'] ?? AT };
    const document = { ...content, ...created, writeId: 'w'.repeat(20), sync: SYNC } as unknown;
    assertStorable(collection, document as WireDocument);
    return undefined;
  } catch (error) {
    if (error instanceof AppError) return { path: error.path ?? '', message: error.message };
    throw error;
  }
}

/** A plan's decision on the document, the same for an import and a copy to another collection. */
export function planReason({ collection, content }: RandomDocument): Reason {
  const source = { data: content, deleted: false, writeId: '', updatedAt: undefined };
  const job = compileJob({ kind: 'import', collection, mode: 'upsert', onConflict: 'overwrite' });
  const id = content['FBUID'] as string;
  const { problems } = decideDocument(job, { id, source, target: undefined, at: AT });
  return problems[0] && toReason(problems[0]);
}

function toReason(problem: { path?: string | undefined; message: string; code: string } | undefined): Reason {
  return problem && { path: problem.path ?? '', message: problem.message, code: problem.code };
}
