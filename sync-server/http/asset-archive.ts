import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

/** How long the parts of an app that was replaced are still served. */
const KEPT_MS = 14 * 24 * 3_600_000;

/** A file's time says when it was replaced; this one that it is part of the present app. */
const IN_USE = 0;

interface AssetArchiveOptions {
  /** Absolute path of the present build's assets. */
  readonly assets: string;
  /** Absolute path of a folder of the archive's own. */
  readonly archive: string;
  /** Epoch milliseconds. */
  readonly now: number;
}

/**
 * Keeps the parts of every app that was served here for a fortnight after it was replaced: a page that is still open goes
 * on loading its own. Their names hold a hash of their content, so that they never clash.
 */
export function archiveAssets({ assets, archive, now }: AssetArchiveOptions): void {
  if (!existsSync(assets)) return;
  mkdirSync(archive, { recursive: true });
  const present = new Set(readdirSync(assets).filter((name) => !name.endsWith('.map')));
  for (const name of present) {
    const copy = join(archive, name);
    // Written anew, so that it is as private as everything in the data folder.
    if (!existsSync(copy)) writeFileSync(copy, readFileSync(join(assets, name)));
    utimesSync(copy, IN_USE, IN_USE);
  }
  for (const name of readdirSync(archive).filter((one) => !present.has(one))) {
    const file = join(archive, name);
    const replacedAt = statSync(file).mtimeMs;
    if (replacedAt === IN_USE) utimesSync(file, now / 1000, now / 1000);
    else if (now - replacedAt > KEPT_MS) rmSync(file, { force: true });
  }
}
