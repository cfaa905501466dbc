import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import Database from 'better-sqlite3';

// The machine's limit: only HTTP, JSON and two durable rows per document, without validation or authentication.
interface Row {
  readonly newDocumentState: Record<string, unknown> & { readonly FBUID: string; readonly writeId: string };
}

const database = new Database(join(process.env['DATA_DIR'] ?? '.', 'limit.sqlite'));
database.pragma('journal_mode = WAL');
database.pragma('synchronous = FULL');
// As on our server. The default checkpoints four times as often, with two more flushes each time.
database.pragma('wal_autocheckpoint = 4000');
database.exec(`
CREATE TABLE history (sequence INTEGER PRIMARY KEY, id TEXT NOT NULL, writeId TEXT NOT NULL, data TEXT NOT NULL) STRICT;
CREATE TABLE head (id TEXT PRIMARY KEY, sequence INTEGER NOT NULL) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX headFeed ON head (sequence);
`);
const addEntry = database.prepare<[number, string, string, string]>(
  'INSERT INTO history VALUES (?, ?, ?, ?)',
);
const setHead = database.prepare<[string, number]>('INSERT OR REPLACE INTO head VALUES (?, ?)');
const readPage = database
  .prepare<[number, number], [number, string]>(
    `SELECT history.sequence, data FROM head JOIN history ON history.sequence = head.sequence
     WHERE head.sequence > ? ORDER BY head.sequence LIMIT ?`,
  )
  .raw();

let sequence = 0;
const streams = new Set<ServerResponse>();

const write = database.transaction((rows: readonly Row[]) =>
  rows.map(({ newDocumentState: state }) => {
    sequence += 1;
    const updatedAt = new Date().toISOString();
    const sync = { sequence, acknowledged: state.writeId, updatedAt, updatedBy: 'admin' };
    const data = JSON.stringify({ ...state, sync });
    addEntry.run(sequence, state.FBUID, state.writeId, data);
    setHead.run(state.FBUID, sequence);
    return { data, verdict: { id: state.FBUID, writeId: state.writeId, verdict: 'accepted' } };
  }),
);

function push(body: string): string {
  const { rows } = JSON.parse(body) as { readonly rows: readonly Row[] };
  const written = write(rows);
  if (streams.size > 0) {
    const documents = written.map(({ data }) => data).join(',');
    const poke = Buffer.from(`event: poke\ndata: {"sequence":${sequence},"documents":[${documents}]}\n\n`);
    for (const stream of streams) stream.write(poke);
  }
  return JSON.stringify({ verdicts: written.map(({ verdict }) => verdict) });
}

function pull(query: URLSearchParams): string {
  const after = Number(query.get('after') ?? 0);
  const rows = readPage.all(after, Number(query.get('limit')));
  const documents = rows.map(([, data]) => data).join(',');
  return `{"documents":[${documents}],"checkpoint":"${rows.at(-1)?.[0] ?? after}"}`;
}

function openStream(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.write(`event: hello\ndata: {"sequence":${sequence}}\n\n`);
  streams.add(response);
  response.once('close', () => streams.delete(response));
}

function respond(request: IncomingMessage, response: ServerResponse, text: string): void {
  const isCompressed = request.headers['accept-encoding'] !== undefined;
  const body = isCompressed ? gzipSync(text) : Buffer.from(text);
  response.writeHead(200, {
    'content-type': 'application/json',
    'content-length': body.length,
    ...(isCompressed ? { 'content-encoding': 'gzip' } : {}),
  });
  response.end(body);
}

const server = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://limit');
  if (pathname === '/stream') return openStream(response);
  if (pathname === '/pull') return respond(request, response, pull(searchParams));
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => parts.push(part));
  request.on('end', () => respond(request, response, push(Buffer.concat(parts).toString())));
});

server.listen(Number(process.env['PORT']), '127.0.0.1', () => process.stdout.write('listening\n'));
process.once('SIGTERM', () => process.exit(0));
