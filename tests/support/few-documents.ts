import { AppError } from '#shared/kernel/app-error.ts';
import type { ImportFiles } from '#server/core/jobs/import-files.ts';

const PAGE = 100;

/** Import files that all hold the same documents. @param uploads ids of the uploads that are here */
export function createFewDocuments(uploads: readonly string[], count: number): ImportFiles {
  return {
    arrival: async (upload) =>
      uploads.includes(upload) ? { bytes: count, totalBytes: count, lastByteAt: 0 } : undefined,
    async check({ upload }) {
      if (!uploads.includes(upload)) throw new AppError('not-found', 'The uploaded file is gone.');
      return {
        report: { format: 'NDJSON', documents: count, rejected: 0, notices: [], leftOut: [] },
        problems: [],
        problemCount: 0,
        bytes: count,
        read: async (from) => {
          const documents = Array.from({ length: Math.min(PAGE, count - from) }, (_none, index) => {
            const id = `d${from + index}`;
            const place = { line: from + index + 1, byte: undefined, updatedAt: undefined };
            return { ...place, id, document: { FBUID: id } };
          });
          return { documents, next: from + documents.length };
        },
      };
    },
    progress: () => undefined,
    addRejects: async () => undefined,
    async *rejects() {},
    finish: async () => undefined,
  };
}
