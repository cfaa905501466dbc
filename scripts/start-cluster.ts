import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findPostgres, startPostgres } from './postgres-server.ts';

/*
 * A shop to try on this machine: PostgreSQL, two nodes and, where it is installed, HAProxy in front of them. Its data
 * end with it. `npm run start:cluster`; PORT is the shop's port, and the nodes have the next two.
 */
const root = fileURLToPath(new URL('..', import.meta.url));
const port = Number(process.env['PORT'] ?? 8787);
const NODES = ['one', 'two'];
const portOf = (index: number) => port + 1 + index;

const hasBalancer = spawnSync('haproxy', ['-v'], { stdio: 'ignore' }).status === 0;
if (findPostgres() === undefined) {
  process.stderr.write('PostgreSQL is not installed (Debian: apt-get install postgresql).\n');
  process.exit(1);
}

const folder = mkdtempSync(join(tmpdir(), 'nankeen-cluster-'));
const database = startPostgres(true);
const children: ChildProcess[] = [];

/** Starts a program that ends with this one. */
function start(program: string, options: readonly string[], env: NodeJS.ProcessEnv = {}): void {
  const child = spawn(program, options, {
    stdio: 'inherit',
    env: { ...process.env, ...env },
    detached: true,
  });
  child.once('exit', (code) => {
    children.splice(children.indexOf(child), 1);
    process.stderr.write(`${[program, ...options].join(' ')} ended (${code}).\n`);
    if (children.length === 0) end();
  });
  children.push(child);
}

for (const [index, name] of NODES.entries()) {
  start(process.execPath, [join(root, 'dist/server.js')], {
    NODE_NAME: name,
    PORT: String(portOf(index)),
    PUBLIC_URL: `http://localhost:${hasBalancer ? port : portOf(0)}`,
    DATABASE_URL: database.url,
    DATA_DIR: join(folder, name),
    FILES_DIR: join(folder, 'files'),
    DRAIN_SECONDS: '2',
    ...(hasBalancer && { TRUST_PROXY: '127.0.0.1' }),
  });
}
if (hasBalancer) {
  const example = readFileSync(join(root, 'docs/deploy/haproxy.cfg'), 'utf8');
  const config = example
    .replace(/:878(\d)/g, (_address, digit: string) => `:${port + Number(digit) - 7}`)
    // Each connection needs two files, and a shell may have few.
    .replace(/maxconn \d+/, 'maxconn 400');
  writeFileSync(join(folder, 'haproxy.cfg'), config);
  start('haproxy', ['-f', join(folder, 'haproxy.cfg')]);
  process.stdout.write(`\nThe shop is at http://localhost:${port}, in front of the nodes.\n`);
} else {
  process.stdout.write('\nHAProxy is not installed, so each node has an address of its own.\n');
}

let isEnding = false;
function end(): void {
  if (isEnding && children.length > 0) return;
  isEnding = true;
  for (const child of children) child.kill('SIGTERM');
  if (children.length > 0) return;
  database.stop();
  rmSync(folder, { recursive: true, force: true });
  process.exit(0);
}
// A terminal and the program in between both pass one on, and a second one would end this before its database.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, end);
