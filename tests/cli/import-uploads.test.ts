import { readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Failure } from '#cli/failure.ts';
import { eventually } from '../support/eventually.ts';
import { createCoreServer } from '../support/core-server.ts';
import { createCliWorld, type CliWorld } from './support/cli-run.ts';
import { toNdjson } from './support/samples.ts';
import { createTemporaryFolder } from './support/temporary-folder.ts';

const DOCUMENTS = ['a', 'b', 'c', 'd'].map((FBUID) => ({ FBUID, text: FBUID.repeat(1_000) }));
const TEXT = toNdjson(DOCUMENTS);
const BREAK_AT = 1_500;

afterEach(() => vi.useRealTimers());

async function notesOf(world: CliWorld): Promise<string> {
  return (await world.run(['export', 'notes', '--quiet'])).out;
}

function filesOf(world: CliWorld): string[] {
  const folder = dirname(world.server.uploads.pathOf('x'));
  const ids = world.calls.flatMap((path) => /\/uploads\/(\w+)/.exec(path)?.[1] ?? []);
  return readdirSync(folder).filter((name) => ids.some((id) => name.startsWith(id)));
}

/** Passes the beginning of the next piece to the server, then breaks the connection. */
async function sendPartOnly(world: CliWorld, path: string, init: RequestInit | undefined): Promise<never> {
  const body = (init as { readonly body: Uint8Array<ArrayBuffer> }).body.subarray(0, BREAK_AT);
  await world.server.app.request(path, { ...init, body });
  throw new TypeError('fetch failed');
}

/** Breaks the connection within the first piece. No response comes until `restore` is called. */
function breakConnection(world: CliWorld): () => void {
  let isBroken = false;
  world.intercept = (path, init) => {
    if (isBroken) throw new TypeError('fetch failed');
    if (init?.method !== 'PATCH') return undefined;
    isBroken = true;
    return sendPartOnly(world, path, init);
  };
  return () => void (world.intercept = () => undefined);
}

/** Runs a command with fake timers, so that retries take no time. */
async function runThroughRetries(world: CliWorld, args: readonly string[], input?: string) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  let isDone = false;
  const running = world.run(args, input).finally(() => (isDone = true));
  while (!isDone) {
    await new Promise(setImmediate);
    await vi.advanceTimersByTimeAsync(10_000);
  }
  vi.useRealTimers();
  return running;
}

async function interruptUpload(world: CliWorld, args: readonly string[] = []) {
  const restore = breakConnection(world);
  const run = await runThroughRetries(world, ['import', 'notes', '-', '--json', ...args], TEXT);
  restore();
  return { ...run, result: JSON.parse(run.out) as { readonly job: string } };
}

describe('the upload of an import', () => {
  it('[R-MIG-05] resumes automatically after a short interruption, at the byte where it stopped', async () => {
    const world = createCliWorld();
    const offsets: string[] = [];
    world.intercept = (path, init) => {
      if (init?.method !== 'PATCH') return undefined;
      offsets.push(new Headers(init.headers).get('upload-offset') ?? '');
      return offsets.length === 1 ? sendPartOnly(world, path, init) : undefined;
    };
    expect(await world.run(['import', 'notes', '-'], TEXT)).toMatchObject({ exitCode: 0 });
    expect(offsets).toEqual(['0', String(BREAK_AT)]);
    expect(await notesOf(world)).toBe(TEXT);
    await eventually(() => expect(filesOf(world)).toEqual([]));
  });

  it('[R-MIG-05] that stays interrupted is kept, and the command to resume it is printed', async () => {
    const world = createCliWorld();
    const { exitCode, err, result } = await interruptUpload(world, ['--mode', 'merge']);
    expect(exitCode).toBe(7);
    expect(result).toMatchObject({ written: 0 });
    expect(err).toContain('No server is responding at http://localhost:8787.');
    expect(err).toContain('Nothing was written.');
    expect(err).toContain(`nankeen import notes - --mode merge --json --resume ${result.job}\n`);
    expect(await notesOf(world)).toBe('');
  });

  it.each([['--resume'], ['--resume JOB']])(
    '[R-MIG-05] is completed by %s, which sends only the rest',
    async (option) => {
      const world = createCliWorld();
      const { result } = await interruptUpload(world);
      const sent: [string | null, number][] = [];
      world.intercept = (_path, init) => {
        const { body } = init ?? {};
        if (init?.method === 'PATCH')
          sent.push([
            new Headers(init.headers).get('upload-offset'),
            (body as Uint8Array<ArrayBuffer>).length,
          ]);
        return undefined;
      };
      const args = ['import', 'notes', '-', ...option.replace('JOB', result.job).split(' ')];
      expect(await world.run(args, TEXT)).toMatchObject({ exitCode: 0 });
      expect(sent).toEqual([[String(BREAK_AT), TEXT.length - BREAK_AT]]);
      expect(await notesOf(world)).toBe(TEXT);
    },
  );

  it('[R-MIG-05] can’t be completed with another file, other options or another collection, nor twice', async () => {
    const world = createCliWorld();
    const { result } = await interruptUpload(world);
    const resume = ['import', 'notes', '-', '--resume', result.job];
    const sameSize = TEXT.replace('aaa', 'bbb');
    for (const other of [`${TEXT}\n`, sameSize]) {
      const { exitCode, err } = await world.run(resume, other);
      expect(exitCode).toBe(5);
      expect(err).toContain('standard input has changed since job');
    }
    const merged = await world.run([...resume, '--mode', 'merge'], TEXT);
    expect(merged.exitCode).toBe(5);
    expect(merged.err).toContain('is not the import of standard input with these options into notes');
    const elsewhere = ['import', 'others', '-', '--resume', result.job];
    expect(await world.run(elsewhere, TEXT)).toMatchObject({ exitCode: 5 });
    expect(await world.run(resume, TEXT)).toMatchObject({ exitCode: 0 });
    expect((await world.run(resume, TEXT)).err).toContain('is done, so there is nothing to resume.');
    expect(await world.run(['import', 'notes', '-', '--resume'], TEXT)).toMatchObject({ exitCode: 3 });
  });

  it('[R-MIG-05] does not block other jobs while it waits, and its job says what to do', async () => {
    const world = createCliWorld();
    await world.run(['import', 'notes', '-'], '{"FBUID":"z","n":1}\n');
    const { result } = await interruptUpload(world);
    const rename = ['rename-fields', 'notes', '--map', 'n=m', '--yes'];
    expect(await world.run(rename)).toMatchObject({ exitCode: 0 });
    const goOn = `Resume with: nankeen import notes - --resume ${result.job}\n`;
    const resumed = await world.run(['jobs', 'resume', result.job]);
    expect(resumed.exitCode).toBe(5);
    expect(resumed.err).toBe(
      `nankeen: ${BREAK_AT} of ${TEXT.length} bytes of standard input have arrived. Send the rest first.\n${goOn}`,
    );
    const cancelled = await world.run(['jobs', 'cancel', result.job]);
    expect(cancelled.err).toContain(goOn);
    expect(cancelled.err).not.toContain('undo');
    expect(await world.run(['import', 'notes', '-', '--resume', result.job], TEXT)).toMatchObject({
      exitCode: 0,
    });
  });

  it('[R-MIG-05] without a byte for five minutes is interrupted, and is found by --resume without an id', async () => {
    const world = createCliWorld();
    await interruptUpload(world);
    const [upload = ''] = filesOf(world).filter((name) => !name.includes('.'));
    const then = world.server.clock.now() / 1000 - 301;
    utimesSync(world.server.uploads.pathOf(upload), then, then);
    expect((await world.run(['jobs'])).out).toContain('interrupted');
    expect((await world.run(['jobs', 'watch', 'last'])).err).toContain('--resume');
    expect(await world.run(['import', 'notes', '-', '--resume'], TEXT)).toMatchObject({ exitCode: 0 });
  });

  it('[R-MIG-05] that is complete no longer needs the file: both --resume and jobs resume continue it', async () => {
    for (const words of ['import notes - --resume', 'jobs resume last']) {
      const world = createCliWorld();
      let jobCalls = 0;
      world.intercept = (path) => {
        // Interrupted between the last byte and the start of the job.
        if (path.endsWith('/resume') && (jobCalls += 1) === 1) throw new TypeError('fetch failed');
        return undefined;
      };
      expect(await world.run(['import', 'notes', '-'], TEXT)).toMatchObject({ exitCode: 7 });
      expect(await world.run(words.split(' '))).toMatchObject({ exitCode: 0 });
      expect(await notesOf(world)).toBe(TEXT);
    }
  });

  it('[R-MIG-05] Ctrl-C keeps it, says how much has arrived, and exits with 130', async () => {
    const world = createCliWorld();
    const file = createTemporaryFolder()('my notes.ndjson');
    writeFileSync(file, TEXT);
    world.intercept = (path, init) => {
      if (init?.method !== 'PATCH') return undefined;
      return sendPartOnly(world, path, init).catch(() => {
        world.interruption.abort(new Failure(130, 'Interrupted.'));
        throw new TypeError('fetch failed');
      });
    };
    const { exitCode, err } = await world.run(['import', 'notes', file]);
    expect(exitCode).toBe(130);
    expect(err).toMatch(
      /^nankeen: Interrupted\. 1\.5 kB of 4\.1 kB of my notes\.ndjson have arrived\. Nothing was written\.\nResume with: nankeen import notes '.*my notes\.ndjson' --resume \w+\n$/,
    );
    world.interruption = new AbortController();
    world.intercept = () => undefined;
    expect(await world.run(['import', 'notes', file, '--resume'])).toMatchObject({ exitCode: 0 });
    expect(await notesOf(world)).toBe(TEXT);
  });

  it('[R-MIG-05] Ctrl-C while the server writes stops the job after the current batch', async () => {
    const world = createCliWorld();
    const many = toNdjson(Array.from({ length: 20_000 }, (_, index) => ({ FBUID: `n${index}` })));
    const stop = world.server.store.onCommit(() => {
      stop();
      world.interruption.abort(new Failure(130, 'Interrupted.'));
    });
    const { exitCode, err } = await world.run(['import', 'notes', '-'], many);
    expect(exitCode).toBe(130);
    expect(err).toMatch(/The job stopped after [\d,]+ of 20,000 documents; what it wrote is kept\./);
    expect(err).toMatch(/Resume with: nankeen jobs resume \w+\nUndo with:   nankeen undo \w+\n$/);
    world.interruption = new AbortController();
    expect(await world.run(['jobs', 'resume', 'last'])).toMatchObject({ exitCode: 0 });
    expect((await world.run(['count', 'notes'])).out).toBe('20000\n');
  });
});

describe('a refused upload', () => {
  it('[R-MIG-05] a file above the server’s limit exits with 4, a full disk with 7', async () => {
    const small = createCliWorld(undefined, createCoreServer(undefined, undefined, { importMaxBytes: 100 }));
    const large = await small.run(['import', 'notes', '-'], TEXT);
    expect(large.exitCode).toBe(4);
    expect(large.err).toMatch(
      /the limit of this server \(IMPORT_MAX_BYTES\)\. Nothing was stored\. Split the file\.\n$/,
    );
    const full = createCliWorld(
      undefined,
      createCoreServer(undefined, undefined, { freeBytes: async () => 9 }),
    );
    const refused = await full.run(['import', 'notes', '-'], TEXT);
    expect(refused.exitCode).toBe(7);
    expect(refused.err).toBe('nankeen: The server’s disk has no room for this file. Nothing was stored.\n');
    expect((await full.run(['jobs'])).err).toBe('There are no jobs yet.\n');
  });

  it('[R-MIG-05] a token refused during the upload keeps what has arrived', async () => {
    const world = createCliWorld();
    const error = { code: 'unauthenticated', message: 'Sign in again.' };
    world.intercept = (_path, init) =>
      init?.method === 'PATCH' ? Response.json({ error }, { status: 401 }) : undefined;
    const { exitCode, err } = await world.run(['import', 'notes', '-'], TEXT);
    expect(exitCode).toBe(6);
    expect(err).toContain('Sign in again. 0 B of 4.1 kB of standard input have arrived.');
    expect(err).toContain('--resume');
  });

  it('[T31] a redirect is an error: neither the file nor the token is sent elsewhere', async () => {
    const world = createCliWorld();
    const redirects: (RequestRedirect | undefined)[] = [];
    world.intercept = (path, init) => {
      if (!path.includes('/uploads')) return undefined;
      redirects.push(init?.redirect);
      return Response.redirect('http://elsewhere.example/', 307);
    };
    const { exitCode, err } = await world.run(['import', 'notes', '-'], TEXT);
    expect(exitCode).toBe(7);
    expect(err).toContain('is not that of a compatible Nankeen server');
    expect(redirects).toEqual(['manual']);
  });

  it('[R-MIG-05] a running copy on the collection blocks the import, and the upload is kept', async () => {
    const world = createCliWorld();
    const error = { code: 'failed-precondition', message: 'Job j is in the way.', reason: 'JOB_RUNNING' };
    world.intercept = (path) =>
      path.endsWith('/resume') ? Response.json({ error }, { status: 412 }) : undefined;
    const { exitCode, err } = await world.run(['import', 'notes', '-'], TEXT);
    expect(exitCode).toBe(5);
    expect(err).toMatch(/^nankeen: Job j is in the way\.\nResume with: nankeen jobs resume \w+\n$/);
  });

  it('[R-MIG-05] leaves nothing on the server after a dry run or an invalid file', async () => {
    const world = createCliWorld();
    await world.run(['import', 'notes', '-', '--dry-run'], TEXT);
    await world.run(['import', 'notes', '-'], '{"FBUID":"a","*":1}\n');
    expect(filesOf(world)).toEqual([]);
  });

  it('[R-MIG-05] names the temporary folder that can’t be written', async () => {
    vi.stubEnv('TMPDIR', createTemporaryFolder()('missing'));
    const { exitCode, err } = await createCliWorld()
      .run(['import', 'notes', '-'], TEXT)
      .finally(() => vi.unstubAllEnvs());
    expect(exitCode).toBe(11);
    expect(err).toMatch(/missing.* can't be read or written: no such file or folder\./);
  });
});
