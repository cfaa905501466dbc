import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkImage, type Said } from './power-cut-check.ts';
import { createDisk } from './power-cut-disk.ts';
import type { DiskEvent } from './power-cut-events.ts';
import { canRecord, recordLoad } from './power-cut-recorder.ts';
import { createRandom, pickNumber } from './seeded-random.ts';
import { SEED, toCount } from './soak-setting.ts';

const IMAGES = toCount('POWER_CUTS', { suite: 40, soak: 5000 });
const IMAGES_OF_A_RECORDING = 250;
const PUSHES = 160;
/** The last is SQLite's default; smaller numbers give a short run many checkpoints. */
const CHECKPOINT_PAGES = [60, 25, 200, 1000];

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
function cutPower(events: readonly DiskEvent[], count: number, seed: number): readonly string[] {
  const random = createRandom(seed);
  const moments = pickMoments(events, count, random);
  const place = mkdtempSync(join(PLACE, 'nankeen-power-'));
  const disk = createDisk();
  const asked = new Set<string>();
  const heard = new Set<string>();
  const counted = new Set<string>();
  const sets = new Map([
    ['asked', asked],
    ['heard', heard],
    ['counted', counted],
  ]);
  let isBackedUp = false;
  let at = 0;
  try {
    return moments.flatMap((moment, index) => {
      for (; at <= moment; at++) {
        const event = events[at] as DiskEvent;
        disk.apply(event);
        if (event.kind !== 'said') continue;
        const [word, ...writeIds] = event.text.trim().split(' ');
        if (word === 'backed-up') isBackedUp = true;
        for (const writeId of writeIds) sets.get(word ?? '')?.add(writeId);
      }
      const said: Said = { asked, heard, counted, isBackedUp };
      const breaches = checkImage(join(place, String(index)), disk.cut(random), said);
      return breaches.map((breach) => `after event ${moment} of ${events.length}: ${breach}`);
    });
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

if (canRecord()) {
  test(`[F05] [F04] [F14] [F66] [DU1] [PU1] ${IMAGES} power cuts under load lose no acknowledged write and tear no file (seed ${SEED})`, async () => {
    const from = performance.now();
    let cut = 0;
    for (let round = 0; cut < IMAGES; round++) {
      const checkpointPages = CHECKPOINT_PAGES[round % CHECKPOINT_PAGES.length] ?? 1000;
      const events = await recordLoad({ pushes: PUSHES, checkpointPages });
      const count = Math.min(IMAGES - cut, IMAGES_OF_A_RECORDING);
      const breaches = cutPower(events, count, SEED + round);
      expect(breaches.slice(0, 20), `of recording ${round}, ${breaches.length} in all`).toEqual([]);
      cut += count;
      const seconds = Math.round((performance.now() - from) / 1000);
      console.log(`${cut} of ${IMAGES} power cuts, nothing lost, nothing torn, ${seconds} s (seed ${SEED})`);
    }
  }, 3_600_000);
} else {
  console.info('This machine lets no process record another (strace): power cuts are left out.');
}
