import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createDisk } from './power-cut-disk.ts';
import type { DiskEvent } from './power-cut-events.ts';
import { createRandom, pickNumber } from './seeded-random.ts';

/** What a power cut leaves. */
export interface PowerCut {
  /** Holds the image's files. */
  readonly folder: string;
  /** The files by their names below the folder. */
  readonly image: ReadonlyMap<string, Buffer>;
  /** The process's messages before. */
  readonly said: readonly string[];
}

interface PowerCuts {
  readonly count: number;
  readonly seed: number;
  /** @returns the broken invariants */
  readonly check: (cut: PowerCut) => readonly string[];
}

// Images in memory avoid thousands of flushes of the real disk.
const PLACE = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

/** Half of them at random, half at a flush, rename, truncation or message, where most guarantees begin or end. */
function pickMoments(events: readonly DiskEvent[], count: number, random: () => number): readonly number[] {
  const turns = [...events.keys()].filter((index) => events[index]?.kind !== 'write');
  const pick = (index: number) =>
    index % 2 === 0 ? pickNumber(random, events.length) : (turns[pickNumber(random, turns.length)] ?? 0);
  return Array.from({ length: count }, (_, index) => pick(index)).toSorted((a, b) => a - b);
}

/** Cuts the power at random moments of a recording. @returns the broken invariants of each image */
export function cutPower(events: readonly DiskEvent[], { count, seed, check }: PowerCuts): readonly string[] {
  const random = createRandom(seed);
  const moments = pickMoments(events, count, random);
  const place = mkdtempSync(join(PLACE, 'nankeen-power-'));
  const disk = createDisk();
  const said: string[] = [];
  let at = 0;
  try {
    return moments.flatMap((moment, index) => {
      for (; at <= moment; at++) {
        const event = events[at] as DiskEvent;
        disk.apply(event);
        if (event.kind === 'said') said.push(event.text);
      }
      const folder = join(place, String(index));
      const image = disk.cut(random);
      writeImage(folder, image);
      const breaches = check({ folder, image, said });
      rmSync(folder, { recursive: true, force: true });
      return breaches.map((breach) => `after event ${moment} of ${events.length}: ${breach}`);
    });
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

function writeImage(folder: string, image: ReadonlyMap<string, Buffer>): void {
  mkdirSync(folder);
  for (const [name, content] of image) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
}
