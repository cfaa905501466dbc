import { open, rename, writeFile, type FileHandle } from 'node:fs/promises';
import type { CheckedDocument } from '#server/core/jobs/import-files.ts';
import { toRejectLine } from '#shared/import/reject-line.ts';
import type { ImportProblem } from '#shared/import/import-problem.ts';
import { createId } from '#shared/kernel/ids.ts';
import type { FileProgress } from '#shared/migration/job.ts';
import type { ImportJobSpec } from '#shared/migration/job-spec.ts';
import type { ImportReport, PlanProblem } from '#shared/migration/plan.ts';
import { createHiddenPictures } from './hidden-pictures.ts';
import type { ImportedDocument } from './import-item.ts';
import { openImport } from './open-import.ts';
import type { Upload } from '#server/uploads/resumable-uploads.ts';

/** Problems kept for display; the rejects file has all of them. */
const MAX_PROBLEMS = 1000;
/** Minimum characters per write, except for the last one. */
const BUFFER_CHARACTERS = 262_144;

/** Result of a check, as stored in the summary file. */
export interface CheckSummary {
  readonly report: ImportReport;
  readonly problems: readonly PlanProblem[];
  readonly problemCount: number;
  /** Size of the checked documents file. */
  readonly bytes: number;
}

export interface CheckParts {
  readonly paths: { readonly documents: string; readonly rejects: string; readonly summary: string };
  readonly maxBytes: number;
  /** Creation time for documents without one. */
  readonly createdAt: string;
  /** Origins of other hosts' pictures that the shop shows. */
  readonly pictureOrigins: readonly string[];
  readonly signal: AbortSignal | undefined;
  readonly onProgress: (progress: FileProgress) => void;
}

/**
 * Reads an upload once and writes the checked documents and the rejects next to it. The summary is written last, once
 * the rest is synced to disk, so it exists for complete checks only.
 * @throws AppError for an unreadable file, or the signal's reason
 */
export async function checkUpload(
  upload: Upload,
  spec: ImportJobSpec,
  { paths, maxBytes, createdAt, pictureOrigins, signal, onProgress }: CheckParts,
): Promise<CheckSummary> {
  const settings = { ...spec, name: spec.label };
  const reading = await openImport(upload.path, settings, { createdAt, createId, maxBytes, signal });
  const documents = await LineFile.create(paths.documents);
  const rejects = await LineFile.create(paths.rejects);
  const hiddenPictures = createHiddenPictures(spec.collection, pictureOrigins);
  const problems: ImportProblem[] = [];
  const counts = { documents: 0, rejected: 0, problems: 0 };
  try {
    for await (const batch of reading.batches) {
      signal?.throwIfAborted();
      for (const item of batch) {
        if (item.kind === 'document') {
          counts.documents += 1;
          documents.add(toCheckedLine(item));
          hiddenPictures.add(item.document);
        } else {
          counts.rejected += 1;
          counts.problems += item.problems.length;
          problems.push(...item.problems.slice(0, MAX_PROBLEMS - problems.length));
          rejects.add(toRejectLine(item));
        }
      }
      await Promise.all([documents.flush(), rejects.flush()]);
      onProgress({ documents: counts.documents, bytes: reading.readBytes(), totalBytes: upload.totalBytes });
      // Yields to other requests between two batches.
      await new Promise(setImmediate);
    }
    await Promise.all([documents.end(), rejects.end()]);
  } finally {
    await Promise.all([documents.close(), rejects.close()]);
  }
  const report = {
    format: reading.format,
    documents: counts.documents,
    rejected: counts.rejected,
    notices: [...reading.notices(), ...hiddenPictures.toSentences()],
    leftOut: [...reading.leftOut()],
    newIds: reading.newIds(),
    createdAt,
  };
  const summary = {
    report,
    problems: problems
      .toSorted((a, b) => a.line - b.line || (a.column ?? 0) - (b.column ?? 0))
      .map(toPlanProblem),
    problemCount: counts.problems,
    bytes: documents.bytes,
  };
  await writeFile(`${paths.summary}.new`, JSON.stringify(summary), { flush: true });
  await rename(`${paths.summary}.new`, paths.summary);
  return summary;
}

function toPlanProblem({
  line,
  column,
  byte,
  id = '',
  code,
  path = '',
  message,
}: ImportProblem): PlanProblem {
  return {
    id,
    code,
    path,
    message,
    ...(line === 0 ? {} : { line }),
    ...(column === undefined ? {} : { column }),
    ...(byte === undefined ? {} : { byte }),
  };
}

function toCheckedLine({ line, byte, updatedAt, id, json }: ImportedDocument): string {
  return `${JSON.stringify([line, byte ?? null, updatedAt ?? null, id]).slice(0, -1)},${json}]`;
}

type CheckedLine = [number, number | null, string | null, string, CheckedDocument['document']];

/** Parses a line that `checkUpload` wrote. */
export function fromCheckedLine(line: string): CheckedDocument {
  const [place, byte, updatedAt, id, document] = JSON.parse(line) as CheckedLine;
  return { line: place, byte: byte ?? undefined, updatedAt: updatedAt ?? undefined, id, document };
}

/** Buffered writer of lines. */
class LineFile {
  bytes = 0;
  private readonly file: FileHandle;
  private lines: string[] = [];
  private characters = 0;

  private constructor(file: FileHandle) {
    this.file = file;
  }

  static async create(path: string): Promise<LineFile> {
    return new LineFile(await open(path, 'w', 0o600));
  }

  add(line: string): void {
    this.lines.push(line, '\n');
    this.characters += line.length + 1;
  }

  async flush(least = BUFFER_CHARACTERS): Promise<void> {
    if (this.characters < least) return;
    const bytes = Buffer.from(this.lines.join(''));
    this.lines = [];
    this.characters = 0;
    this.bytes += bytes.length;
    await this.file.appendFile(bytes);
  }

  async end(): Promise<void> {
    await this.flush(1);
    await this.file.sync();
  }

  close(): Promise<void> {
    return this.file.close();
  }
}
