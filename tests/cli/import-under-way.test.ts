import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { Failure } from '#cli/failure.ts';
import { createCliWorld, type CliWorld } from './support/cli-run.ts';
import { toNdjson } from './support/samples.ts';
import { createTemporaryFolder } from './support/temporary-folder.ts';

const document = (id: string) => ({ FBUID: id, text: 'x'.repeat(400_000) });
/** In three requests, two documents each. */
const THREE = toNdjson(['a', 'b', 'c', 'd', 'e', 'f'].map(document));

async function idsOf(world: CliWorld): Promise<string[]> {
  const { out } = await world.run(['export', 'notes', '--quiet']);
  const lines = out.split('\n').filter((line) => line !== '');
  return lines.map((line) => (JSON.parse(line) as { readonly FBUID: string }).FBUID);
}

function toPosition(path: string): number | undefined {
  const from = /\/admin\/import\/.*[?&]from=(\d+)/.exec(path)?.[1];
  return from === undefined ? undefined : Number(from);
}

/** Handles the requests of an import by the place of their first document; `undefined` lets one through. */
function handle(
  world: CliWorld,
  handler: (from: number, pass: () => Promise<Response>) => Promise<Response> | undefined,
) {
  world.intercept = (path, init) => {
    const from = toPosition(path);
    const pass = async () => world.server.app.request(path, init);
    return from === undefined ? undefined : handler(from, pass);
  };
}

function createGate(): { readonly opened: Promise<void>; readonly open: () => void } {
  let open = () => undefined as void;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open: () => open() };
}

function refusal(status: number, error: Readonly<Record<string, string>>): Promise<Response> {
  return Promise.resolve(Response.json({ error }, { status }));
}

describe('requests of an import that are under way at once', () => {
  it('[R-MIG-05] are two, and no more', async () => {
    const world = createCliWorld();
    const begun: number[] = [];
    const second = createGate();
    handle(world, async (from, pass) => {
      begun.push(from);
      if (from === 2) second.open();
      if (from !== 0) return pass();
      await second.opened;
      // Whatever is to come has come.
      await new Promise(setImmediate);
      expect(begun).toEqual([0, 2]);
      return pass();
    });
    expect(await world.run(['import', 'notes', '-'], THREE)).toMatchObject({ exitCode: 0 });
    expect(begun).toEqual([0, 2, 4]);
    expect(await idsOf(world)).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
  });

  it('[R-MIG-05] the refusal of the first is told, not that of the one behind it', async () => {
    const world = createCliWorld();
    const message = 'The field is too long.';
    handle(world, (from) =>
      from === 0 ? refusal(400, { code: 'invalid-argument', message, path: 'line 2: text' }) : undefined,
    );
    const { exitCode, err } = await world.run(['import', 'notes', '-'], THREE);
    expect(exitCode).toBe(4);
    expect(err).toContain(`The server refused document "b" of line 2, text: ${message} Nothing was written.`);
    expect(await idsOf(world)).toEqual([]);
  });

  it('[R-MIG-05] are given up as soon as one before them is refused and nothing more is written', async () => {
    const world = createCliWorld();
    const behind = createGate();
    let given: AbortSignal | null | undefined;
    world.intercept = (path, init) => {
      const from = toPosition(path);
      if (from === 0) {
        const answer = { code: 'invalid-argument', message: 'No.', path: 'line 1: text' };
        return behind.opened.then(() => refusal(400, answer));
      }
      if (from === undefined) return undefined;
      given = init?.signal;
      behind.open();
      return new Promise(() => undefined);
    };
    const { exitCode, err } = await world.run(['import', 'notes', '-'], THREE);
    expect(exitCode).toBe(4);
    expect(err).toContain('No. Nothing was written.');
    expect(given?.aborted).toBe(true);
  });

  it('[R-MIG-05] one that came too early is sent again behind the one before it', async () => {
    const world = createCliWorld();
    let early = 0;
    handle(world, (from) => {
      if (from !== 2 || (early += 1) > 1) return undefined;
      return refusal(412, {
        code: 'failed-precondition',
        message: 'Too early.',
        reason: 'IMPORT_GAP',
        path: 'from',
      });
    });
    expect(await world.run(['import', 'notes', '-'], THREE)).toMatchObject({ exitCode: 0 });
    expect(early).toBe(2);
    expect(await idsOf(world)).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
  });

  it('[R-MIG-05] what was written behind a lost answer counts, and what was refused there is kept', async () => {
    const world = createCliWorld();
    await world.run(['import', 'notes', '-'], toNdjson([{ FBUID: 'd', text: 'mine' }]));
    const file = createTemporaryFolder()('rejects.ndjson');
    const written = createGate();
    handle(world, async (from, pass) => {
      if (from > 2) throw new TypeError('fetch failed');
      const answer = await pass();
      if (from === 2) {
        written.open();
        return answer;
      }
      await written.opened;
      throw new TypeError('fetch failed');
    });
    const args = ['import', 'notes', '-', '--on-conflict', 'error', '--continue', '--rejects', file];
    const { exitCode, err } = await world.run(args, THREE);
    expect(exitCode).toBe(7);
    expect(err).toContain('4 of 6 documents were written before it.');
    const [line] = readFileSync(file, 'utf8').split('\n');
    expect(JSON.parse(line ?? '')).toMatchObject({ id: 'd', line: 4, code: 'already-exists' });
    expect(await idsOf(world)).toEqual(['a', 'b', 'c', 'd']);
  });

  it('[R-MIG-05] an interruption waits for both, and tells how to go on', async () => {
    const world = createCliWorld();
    handle(world, (from, pass) => {
      if (from === 2) world.interruption.abort(new Failure(130, 'Interrupted.'));
      return pass();
    });
    const { exitCode, err } = await world.run(['import', 'notes', '-'], THREE);
    expect(exitCode).toBe(130);
    expect(err).toMatch(/Interrupted\. 4 of 6 documents were written before it\./);
    expect(err).toMatch(/Go on with: +nankeen import notes - --resume \S+\n/);
  });
});
