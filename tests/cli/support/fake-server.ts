import { validateDocument } from '#shared/documents/validate-document.ts';
import { isJsonEqual } from '#shared/kernel/json.ts';
import { APP_VERSION } from '#shared/kernel/product-facts.ts';
import { UNSYNCED } from '#shared/collections/collection.ts';

export const FAKE_TOKEN = 'fake-admin-token';

type Stored = Readonly<Record<string, unknown>>;

/** What a test may break. */
export interface FakeFaults {
  version?: string;
  /** Ends the export after so many documents, without the last line. */
  cutExportAfter?: number;
  /** Breaks the connection there instead of ending it. */
  isConnectionBroken?: boolean;
  /** What the last line of an export counts. */
  endCount?: number;
  /** Refuses the connection from this import request on, counted from 0. */
  failImportFrom?: number;
  /** Runs before each import request is answered. */
  onImport?: () => void;
}

/** The three admin routes over a map in memory, with the answers the real server gives. */
export class FakeServer {
  readonly collections = new Map<string, Map<string, Stored>>();
  readonly importBodies: string[] = [];
  readonly importQueries: string[] = [];
  faults: FakeFaults = {};

  readonly fetch = async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const request = new Request(input, init);
    const url = new URL(request.url);
    const path = url.pathname.replace('/api/v1', '');
    if (path === '/health') {
      const version = this.faults.version ?? APP_VERSION;
      return Response.json({ status: 'ok', version, sequence: 0, epoch: 'e' });
    }
    if (request.headers.get('authorization') !== `Bearer ${FAKE_TOKEN}`) {
      return refuse(401, 'unauthenticated', 'The token is not known.');
    }
    const [, , verb, collection = ''] = path.split('/');
    if (path === '/admin/collections') return this.list();
    if (verb === 'export') return this.export(collection);
    if (verb === 'import') return this.import(collection, url, await request.text());
    return refuse(404, 'not-found', 'There is no such path.');
  };

  put(collection: string, documents: readonly Stored[]): void {
    const stored = this.collections.get(collection) ?? new Map<string, Stored>();
    for (const document of documents) stored.set(String(document['FBUID']), document);
    this.collections.set(collection, stored);
  }

  documents(collection: string): readonly Stored[] {
    return [...(this.collections.get(collection)?.values() ?? [])].sort((a, b) =>
      String(a['FBUID']) < String(b['FBUID']) ? -1 : 1,
    );
  }

  private list(): Response {
    const collections = [...this.collections].map(([name, documents]) => ({
      name,
      documents: documents.size,
      deleted: 0,
      history: documents.size,
      bytes: JSON.stringify([...documents.values()]).length,
      lastChange: '2026-11-21T01:15:00.000Z',
    }));
    return Response.json({ collections });
  }

  private export(collection: string): Response {
    const { cutExportAfter, isConnectionBroken, endCount } = this.faults;
    const documents = this.documents(collection);
    const lines = documents.map((document) => `${JSON.stringify(document)}\n`);
    const isCut = cutExportAfter !== undefined;
    const end = `${JSON.stringify({ __end__: true, documents: endCount ?? documents.length })}\n`;
    const encoder = new TextEncoder();
    const pieces = [...lines.slice(0, cutExportAfter ?? lines.length), ...(isCut ? [] : [end])];
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        const piece = pieces.shift();
        if (piece !== undefined) controller.enqueue(encoder.encode(piece));
        else if (isConnectionBroken) controller.error(new TypeError('terminated'));
        else controller.close();
      },
    });
    return new Response(body, { headers: { 'content-type': 'application/x-ndjson' } });
  }

  private import(collection: string, url: URL, body: string): Response {
    if (this.importBodies.length >= (this.faults.failImportFrom ?? Infinity))
      throw new TypeError('fetch failed');
    this.importBodies.push(body);
    this.importQueries.push(url.search);
    this.faults.onImport?.();
    const stored = this.collections.get(collection) ?? new Map<string, Stored>();
    const documents = body
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Stored);
    const counts = { created: 0, replaced: 0, unchanged: 0 };
    for (const document of documents) {
      const [issue] = validateDocument(collection, { ...document, writeId: '', sync: UNSYNCED });
      if (issue) return refuse(400, 'invalid-argument', issue.message, issue.path);
      const earlier = stored.get(String(document['FBUID']));
      if (!earlier) counts.created += 1;
      else if (url.searchParams.get('mode') === 'insert') {
        return refuse(409, 'already-exists', `The id "${String(document['FBUID'])}" is taken.`);
      } else if (isJsonEqual(earlier, document)) counts.unchanged += 1;
      else counts.replaced += 1;
    }
    if (!url.searchParams.has('dryRun')) this.put(collection, documents);
    return Response.json(counts);
  }
}

function refuse(status: number, code: string, message: string, path?: string): Response {
  return Response.json({ error: { code, message, ...(path === undefined ? {} : { path }) } }, { status });
}
