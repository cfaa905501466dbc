import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { eventually } from '../../tests/support/eventually.ts';
import {
  drawPicture,
  makePhonePicture,
  makePictureCorpus,
  PRIVATE_MARK,
  SCRIPT_MARK,
  type CorpusFile,
} from '../../tests/support/picture-corpus.ts';
import { createPictureMaker, type PictureMaker, type PictureMakerOptions } from './picture-maker.ts';

const TOO_LARGE = { ok: false, reason: 'pixels' };
const SIZES = ['.webp', '-480.avif', '-960.avif', '-1600.avif'];

let folder: string;
const makers: PictureMaker[] = [];

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'nankeen-pictures-'));
});
afterEach(async () => {
  vi.useRealTimers();
  await Promise.all(makers.splice(0).map((maker) => maker.close()));
});
afterAll(() => rmSync(folder, { recursive: true }));

function createMaker(options: PictureMakerOptions = {}): PictureMaker {
  // Tests of other files must not hold it up.
  const maker = createPictureMaker({ priority: 0, ...options });
  makers.push(maker);
  return maker;
}

function toRequest(id: string, bytes: Uint8Array) {
  const source = join(folder, `${id}.sent`);
  writeFileSync(source, bytes);
  return { source, folder, id };
}

const listMade = (id: string) =>
  readdirSync(folder).filter((name) => new RegExp(`^${id}[.-](?!sent)`).test(name));

describe('the corpus of 60 files', () => {
  let corpus: readonly CorpusFile[];
  const results = new Map<string, unknown>();

  beforeAll(async () => {
    corpus = await makePictureCorpus();
    const maker = createPictureMaker({ priority: 0 });
    for (const [index, { name, bytes }] of corpus.entries())
      results.set(name, await maker.make(toRequest(`corpus${index}`, bytes)));
    await maker.close();
  });

  const listIds = (isMade: boolean) =>
    corpus.flatMap(({ expected }, index) => (expected.ok === isMade ? [`corpus${index}`] : []));

  it('[FI6] [T30] every file is made or refused with its reason', () => {
    expect(corpus).toHaveLength(60);
    expect(Object.fromEntries(results)).toEqual(
      Object.fromEntries(corpus.map(({ name, expected }) => [name, expected])),
    );
  });

  it('[FI6] every picture has its four sizes, none enlarged, and a refused one leaves nothing', async () => {
    for (const id of listIds(true)) {
      expect(listMade(id)).toEqual(SIZES.map((size) => id + size).sort());
      const [webp = 0, ...avif] = await Promise.all(
        SIZES.map(async (size) => (await sharp(join(folder, id + size)).metadata()).width),
      );
      expect(avif).toEqual([480, 960, 1600].map((width) => Math.min(width, webp)));
    }
    for (const id of listIds(false)) expect(listMade(id)).toEqual([]);
  });

  it('[FI6] [T30] no picture carries its place, its camera, or a script', async () => {
    expect((await sharp(await makePhonePicture(40, 30)).metadata()).exif?.toString('latin1')).toContain(
      PRIVATE_MARK,
    );
    for (const id of listIds(true)) {
      for (const size of SIZES) {
        const bytes = readFileSync(join(folder, id + size));
        const text = bytes.toString('latin1');
        expect([PRIVATE_MARK, SCRIPT_MARK, 'Nankeen Optics'].filter((mark) => text.includes(mark))).toEqual(
          [],
        );
        const { exif, xmp, iptc, comments } = await sharp(bytes).metadata();
        expect({ exif, xmp, iptc, comments }).toEqual({});
      }
    }
  });

  it('[FI6] a picture is upright however the camera was held', async () => {
    const turned = corpus.flatMap(({ name }, index) => (name.startsWith('turned-') ? [index] : []));
    expect(turned).toHaveLength(8);
    for (const index of turned) {
      const picture = sharp(join(folder, `corpus${index}-480.avif`));
      const corner = await picture.extract({ left: 5, top: 5, width: 40, height: 30 }).png().toBuffer();
      const [red, green] = (await sharp(corner).stats()).channels;
      expect((red?.mean ?? 0) - (green?.mean ?? 0)).toBeGreaterThan(150);
    }
  });
});

describe('the picture process', () => {
  const draw = () => drawPicture(64, 48).jpeg().toBuffer();
  const expected = { ok: true, width: 64, height: 48 };

  it('[FI6] a picture is tried once more when its process is killed', async () => {
    const started: ChildProcess[] = [];
    const onStart = (process: ChildProcess) => {
      started.push(process);
      if (started.length === 1) process.once('message', () => process.kill('SIGKILL'));
    };
    expect(await createMaker({ onStart }).make(toRequest('killed-once', await draw()))).toEqual(expected);
    expect(started).toHaveLength(2);
  });

  it('[FI6] a picture that ends its process twice is refused, and the next one is made', async () => {
    let isKilling = true;
    const onStart = (process: ChildProcess) =>
      void process.once('message', () => isKilling && process.kill('SIGKILL'));
    const maker = createMaker({ onStart });
    const request = toRequest('killed-twice', await draw());
    expect(await maker.make(request)).toEqual({ ok: false, reason: 'damaged' });
    isKilling = false;
    expect(await maker.make(request)).toEqual(expected);
  });

  it('[FI6] nothing is said of a picture when the process can’t start or files can’t be written', async () => {
    const request = toRequest('not-tried', await draw());
    const dying = createMaker({ onStart: (process) => process.kill('SIGKILL') });
    await expect(dying.make(request)).rejects.toThrow('could not start');
    const maker = createMaker();
    await expect(maker.make({ ...request, folder: join(folder, 'missing') })).rejects.toThrow('ENOENT');
    await expect(maker.make({ ...request, source: join(folder, 'missing') })).rejects.toThrow('ENOENT');
    expect(await maker.make(request)).toEqual(expected);
  });

  it('[FI6] pictures are made one at a time by one process', async () => {
    const started: ChildProcess[] = [];
    const maker = createMaker({ onStart: (process) => started.push(process) });
    const picture = await draw();
    const all = ['a', 'b', 'c'].map((id) => maker.make(toRequest(`queued-${id}`, picture)));
    expect(await Promise.all(all)).toEqual([expected, expected, expected]);
    expect(started).toHaveLength(1);
  });

  it('[FI6] a picture that takes over 60 s ends its process, which also ends after 30 s without work', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const started: ChildProcess[] = [];
    const maker = createMaker({
      onStart(process) {
        if (started.push(process) === 1) process.once('message', () => process.kill('SIGSTOP'));
      },
    });
    const made = maker.make(toRequest('slow', await draw()));
    await eventually(() => expect(started).toHaveLength(1));
    await once(started[0] as ChildProcess, 'message');
    vi.advanceTimersByTime(60_000);
    expect(await made).toEqual(expected);
    const [first, second] = started;
    expect(first?.signalCode).toBe('SIGKILL');
    const ended = once(second as ChildProcess, 'exit');
    vi.advanceTimersByTime(30_000);
    expect(await ended).toEqual([null, 'SIGKILL']);
  });

  it('[FI6] [T30] a picture that needs more than 400 MB is refused', async () => {
    const large = sharp({ create: { width: 7900, height: 5000, channels: 4, background: '#7a8a6a80' } });
    const png = large.toColourspace('rgb16').png({ progressive: true, compressionLevel: 1 });
    expect(await createMaker().make(toRequest('large', await png.toBuffer()))).toEqual(TOO_LARGE);
  });

  it('[FI6] an AVIF has at most 15 megapixels, and 11 with more than 8 bits a colour', async () => {
    const maker = createMaker();
    const draw = (width: number, bitdepth: 8 | 10) =>
      sharp({ create: { width, height: 3000, channels: 3, background: '#7a8a6a' } })
        .toColourspace(bitdepth === 8 ? 'srgb' : 'rgb16')
        .avif({ effort: 0, bitdepth })
        .toBuffer();
    for (const [width, bitdepth, expected] of [
      [5000, 8, { ok: true, width: 1600, height: 960 }],
      [5001, 8, TOO_LARGE],
      [3667, 10, TOO_LARGE],
    ] as const)
      expect(await maker.make(toRequest('avif', await draw(width, bitdepth)))).toEqual(expected);
  });

  it('[FI6] the process ends with its server', async () => {
    const started: ChildProcess[] = [];
    const maker = createMaker({ onStart: (process) => started.push(process) });
    await maker.make(toRequest('orphan', await draw()));
    const [process] = started;
    const ended = once(process as ChildProcess, 'exit');
    process?.disconnect();
    await ended;
  });

  it('[FI6] closing ends the process and rejects what waits', async () => {
    const maker = createMaker();
    const picture = await draw();
    const waiting = ['d', 'e'].map((id) => maker.make(toRequest(`closed-${id}`, picture)));
    const settled = Promise.allSettled(waiting);
    await maker.close();
    expect((await settled).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  });
});
