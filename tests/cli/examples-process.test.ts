import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { examplesOf } from '#cli/commands/command-help.ts';
import { describeProgram } from '#cli/program.ts';
import { flattenTree } from '#cli/reference/command-tree.ts';
import { CLI_PROGRAM } from '../support/programs.ts';
import { startDemoServer, type DemoServer } from './support/demo-server.ts';
import { writeExampleFiles } from './support/example-files.ts';
import { runLine, runInShell } from './support/run-line.ts';

/** The server address in the examples. */
const DOCUMENTED_SERVER = 'http://localhost:8787';

/** Each line once, in the order of the help: a later line may need the result of an earlier one. */
const EXAMPLES = new Map(
  flattenTree(describeProgram()).flatMap(({ command }) =>
    examplesOf(command).map(({ line, exitCode }, index) => {
      // A real shell is slow: use it once per command, and for shell syntax.
      const isTyped = index === 0 || line.includes('|');
      return [line, { exitCode, isTyped }] as const;
    }),
  ),
);

const STARTED_IN = process.cwd();

let server: DemoServer;
let folder: string;

beforeAll(async () => {
  server = await startDemoServer();
  folder = mkdtempSync(join(tmpdir(), 'nankeen-examples-'));
  mkdirSync(join(folder, 'bin'));
  const call = `#!/bin/sh\nexec '${process.execPath}' '${CLI_PROGRAM}' "$@"\n`;
  writeFileSync(join(folder, 'bin/nankeen'), call, { mode: 0o755 });
  writeExampleFiles(folder, server);
  process.chdir(folder);
}, 120_000);

afterAll(async () => {
  process.chdir(STARTED_IN);
  rmSync(folder, { recursive: true, force: true });
  await server.stop();
});

const toEnvironment = () => ({
  PATH: `${join(folder, 'bin')}:${process.env['PATH']}`,
  XDG_CONFIG_HOME: join(folder, 'settings'),
  NANKEEN_SERVER: server.origin,
  NANKEEN_TOKEN: server.adminToken,
});

describe('the examples of the help, on a server with the demo data', () => {
  it.each([...EXAMPLES])('[R-SHP-04] %s', async (documented, { exitCode, isTyped }) => {
    const line = documented.replaceAll(DOCUMENTED_SERVER, server.origin);
    const run = await (isTyped ? runInShell(line, folder, toEnvironment()) : runLine(line, toEnvironment()));
    expect(run, run.shown).toMatchObject({ exitCode });
  });
});

describe('a staff account, on a server with accounts', () => {
  it('[R-SHP-04] signs in with its password, and its writes carry its address', async () => {
    const { NANKEEN_TOKEN: _token, ...environment } = toEnvironment();
    const type = (line: string) => runLine(`nankeen --profile staff ${line}`, environment);
    const email = 'staff@nankeen.example';
    expect(await type(`login --email ${email} < token.txt`)).toMatchObject({ exitCode: 6 });
    expect(await type(`login --email ${email} < password.txt`)).toMatchObject({ exitCode: 0 });
    expect((await type('whoami')).shown).toContain(`signed in as  ${email}\n`);
    expect(await type('copy products staff-copy --quiet')).toMatchObject({ exitCode: 0, shown: '' });
    expect((await type('history staff-copy drover-10')).shown).toContain(`create  ${email}`);
    expect(await type('logout')).toMatchObject({ exitCode: 0 });
    expect(await type('whoami')).toMatchObject({ exitCode: 6 });
  });
});
