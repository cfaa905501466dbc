import type { CliContext } from '#cli/context.ts';
import { parseText, type TextPart } from '#cli/formats/json-documents.ts';
import { readSourceDocuments, type SourceOptions, type SourcePart } from '#cli/formats/source-documents.ts';
import { openInput } from '#cli/io/input.ts';
import type { Progress } from '#cli/io/progress.ts';
import { findCollection } from '#shared/collections/catalogue.ts';
import { createImportCheck, type ImportCheck } from '#shared/import/import-check.ts';
import type { PlainDocument } from '#shared/import/plain-document.ts';
import type { LeftOut, SourceDocument } from '#shared/import/import-problem.ts';
import { unwrapDocument, type Unwrapped } from '#shared/import/unwrap-document.ts';
import { isoNow } from '#shared/kernel/clock.ts';
import type { DocumentChange } from './document-change.ts';
import { DocumentSpool } from './document-spool.ts';
import type { Rejected } from '#shared/import/reject-line.ts';
import { toSpoolLine, type Place } from './spooled-document.ts';
import { findUtf8Document } from './utf8-document.ts';

export interface PrepareOptions extends SourceOptions {
  readonly file: string;
  readonly idField?: string | undefined;
  /** What else becomes of a document before it is checked. */
  readonly change?: DocumentChange | undefined;
  /** Whether a document takes the time of its last change along, where the input tells it. */
  readonly isTimed?: boolean;
  /** Told of everything that is wrong, in the order in which it is found. */
  readonly onRejected: (rejected: Rejected) => Promise<void> | void;
  /** Whether the right ones are wanted though something is wrong. */
  readonly isContinuing: boolean;
  readonly progress: Progress;
}

/** An input that was read and checked to its end. */
export interface CheckedInput {
  /** File name, or `standard input`. */
  readonly name: string;
  readonly format: string;
  readonly documents: number;
  readonly rejected: number;
  readonly notices: readonly string[];
  readonly leftOut: readonly LeftOut[];
  /** sha256 of the file's bytes. */
  readonly digest: string;
}

export interface PreparedImport extends CheckedInput {
  /** The documents as they are sent, a line each. */
  readonly spool: DocumentSpool;
}

type PrepareContext = Pick<CliContext, 'input' | 'clock' | 'createId' | 'interruption'>;

/** Takes a document that is right; what comes back, if anything, has to be waited for. */
type Keep = (line: Uint8Array, place: Place) => Promise<void> | undefined;

/** Reads the whole input before anything is sent. */
export async function prepareImport(
  context: PrepareContext,
  options: PrepareOptions,
): Promise<PreparedImport> {
  const spool = await DocumentSpool.create();
  try {
    const checked = await checkInput(context, options, (line, place) => spool.add(line, place));
    return { ...checked, spool };
  } catch (error) {
    await spool.close();
    throw error;
  }
}

/** Reads the whole input and checks it. */
export async function checkInput(
  context: PrepareContext,
  options: PrepareOptions,
  keep: Keep = () => undefined,
): Promise<CheckedInput> {
  const input = await openInput(options.file, context);
  const source = await readSourceDocuments(input, options);
  const check = createImportCheck({
    collection: options.collection,
    idField: options.idField,
    createdAt: isoNow(context.clock),
    createId: context.createId,
  });
  const work = new Preparation(options, check, keep);
  for await (const parts of source.groups) {
    context.interruption.throwIfAborted();
    const { bytes, total } = input.progress();
    options.progress.report({ documents: work.documents + work.rejected, bytes, totalBytes: total });
    for (const part of parts) {
      const taken = work.take(part);
      if (taken) await taken;
    }
  }
  return {
    name: input.name,
    format: source.format,
    documents: work.documents,
    rejected: work.rejected,
    notices: [...source.notices, ...check.notices()],
    leftOut: [...source.leftOut, ...check.leftOut(), ...work.leftOut()],
    digest: input.digest(),
  };
}

/** Checks the documents of an input one after another and hands on the right ones. */
class Preparation {
  documents = 0;
  rejected = 0;
  private readonly options: PrepareOptions;
  private readonly check: ImportCheck;
  private readonly handOn: Keep;
  /** Whether a document that keeps the rules goes as it is. */
  private readonly isFree: boolean;
  private readonly left = new Map<string, number>();

  constructor(options: PrepareOptions, check: ImportCheck, handOn: Keep) {
    this.options = options;
    this.check = check;
    this.handOn = handOn;
    this.isFree =
      findCollection(options.collection) === undefined && (options.idField ?? options.change) === undefined;
  }

  /** What comes back, if anything, has to be waited for. */
  take(part: SourcePart): Promise<void> | undefined {
    if (part.kind !== 'text') return this.takeUnwrapped(part);
    const plain = this.isFree ? findUtf8Document(part.bytes) : undefined;
    if (plain) return this.takePlain(plain, part);
    const parsed = parseText(part);
    return parsed && this.takeUnwrapped(unwrapDocument(parsed));
  }

  leftOut(): readonly LeftOut[] {
    return [...this.left].map(([name, count]) => ({ name, count }));
  }

  private takePlain({ id, json }: PlainDocument, part: TextPart): Promise<void> | undefined {
    const duplicate = this.check.noteId(id, part);
    if (duplicate) return this.reject({ problems: [duplicate], raw: part.bytes.toString('utf8') });
    return this.keep(json, part);
  }

  private takeUnwrapped(parsed: Unwrapped): Promise<void> | undefined {
    if (parsed.kind === 'left-out') return this.leave(parsed.what);
    if (parsed.kind === 'problem') {
      return this.reject({ problems: [parsed.problem, ...(parsed.also ?? [])], raw: parsed.raw });
    }
    const { source } = parsed;
    const changed = this.options.change?.(source) ?? parsed;
    if (changed.kind === 'left-out') return this.leave(changed.what);
    const checked = changed.kind === 'problems' ? changed : this.check.check(changed.source);
    if (checked.kind === 'problems') {
      return this.reject({ problems: checked.problems, raw: source.raw ?? JSON.stringify(source.document) });
    }
    const updatedAt = this.options.isTimed === true ? source.updatedAt : undefined;
    return this.keep(toSpoolLine(JSON.stringify(checked.document), updatedAt), source);
  }

  private keep(line: Uint8Array, place: Pick<SourceDocument, 'line' | 'byte'>): Promise<void> | undefined {
    this.documents += 1;
    // Once something is wrong nothing will be sent, unless that was asked for.
    return this.rejected === 0 || this.options.isContinuing ? this.handOn(line, place) : undefined;
  }

  private leave(what: string): undefined {
    this.left.set(what, (this.left.get(what) ?? 0) + 1);
  }

  private async reject(rejected: Rejected): Promise<void> {
    this.rejected += 1;
    await this.options.onRejected(rejected);
  }
}
