import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { toNames } from '#server/files/file-library.ts';
import type { FileRow } from '#server/files/file-store.ts';
import { createDisk } from './power-cut-disk.ts';
import type { DiskEvent } from './power-cut-events.ts';
import { canRecord, recordLoad } from './power-cut-recorder.ts';
import { cutPower, type PowerCut } from './power-cuts.ts';
import { SEED, toCount } from './soak-setting.ts';
import { inspectFolder } from './stored-file.ts';

const IMAGES = toCount('FILE_POWER_CUTS', { suite: 40, soak: 3000 });
const IMAGES_OF_A_RECORDING = 250;
/** Pictures of each of two senders; every third one comes with a document. */
const PICTURES = 6;

/** The files as they are without a power cut. None changes once it has its name. */
function findWhole(events: readonly DiskEvent[]): ReadonlyMap<string, Buffer> {
  const disk = createDisk();
  for (const event of events) disk.apply(event);
  return disk.contents();
}

/** @returns the broken invariants of what a power cut has left */
function checkFiles(
  { folder, image, said }: PowerCut,
  whole: ReadonlyMap<string, Buffer>,
): readonly string[] {
  const { integrity, files } = inspectFolder(folder);
  const isWhole = (name: string) => {
    const [found, wanted] = [image.get(`files/${name}`), whole.get(`files/${name}`)];
    return found !== undefined && wanted?.equals(found) === true;
  };
  const hasBytes = ({ id }: FileRow) =>
    [`${id}.received`, `${id}.pdf`].some((name) => {
      const bytes = image.get(`files/${name}`);
      return bytes && createHash('sha256').update(bytes).digest('hex').startsWith(id);
    });
  const idsSaid = (word: string) =>
    said.flatMap((line) => (line.startsWith(`${word} `) ? line.trim().slice(word.length + 1) : []));
  const states = new Map(files.map(({ id, state }) => [id, state]));
  return [
    ...(integrity === 'ok' ? [] : [`integrity: ${integrity}`]),
    ...files.flatMap((row) =>
      row.state === 'stored'
        ? toNames(row).flatMap((name) => (isWhole(name) ? [] : [`stored, but not whole: ${name}`]))
        : row.state === 'received' && hasBytes(row)
          ? []
          : [`${row.state}, but its bytes are gone: ${row.id}`],
    ),
    ...idsSaid('received').flatMap((id) => (states.has(id) ? [] : [`acknowledged, but lost: ${id}`])),
    ...idsSaid('stored').flatMap((id) =>
      states.get(id) === 'stored' ? [] : [`said stored, but is not: ${id}`],
    ),
  ];
}

if (canRecord()) {
  test(`[F05] [F04] [FI6] ${IMAGES} power cuts while files are sent and made leave every acknowledged file, and the files of every stored one whole (seed ${SEED})`, async () => {
    let cut = 0;
    for (let round = 0; cut < IMAGES; round++) {
      const events = await recordLoad('power-cut-files-load', [PICTURES]);
      const whole = findWhole(events);
      const count = Math.min(IMAGES - cut, IMAGES_OF_A_RECORDING);
      const breaches = cutPower(events, {
        count,
        seed: SEED + round,
        check: (image) => checkFiles(image, whole),
      });
      expect(breaches.slice(0, 20), `of recording ${round}, ${breaches.length} in all`).toEqual([]);
      cut += count;
      console.log(`${cut} of ${IMAGES} power cuts, ${whole.size} files, nothing lost (seed ${SEED})`);
    }
  }, 3_600_000);
} else {
  console.info('This machine lets no process record another (strace): power cuts are left out.');
}
