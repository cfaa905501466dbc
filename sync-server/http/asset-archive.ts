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

/** How long the assets of a replaced build are still served. */
const KEPT_MS = 14 * 24 * 3_600_000;

/** A file's mtime records when it was replaced; this value marks assets of the current build. */
const IN_USE = 0;

interface AssetArchiveOptions {
  /** Absolute path of the current build's assets. */
  readonly assets: string;
  /** Absolute path of the archive's folder. */
  readonly archive: string;
  /** Epoch milliseconds. */
  readonly now: number;
}

/**
 * Keeps the assets of every build for two weeks after its replacement, so open pages can still load theirs. Asset names
 * contain a content hash and never clash.
 */
export function archiveAssets({ assets, archive, now }: AssetArchiveOptions): void {
  if (!existsSync(assets)) return;
  mkdirSync(archive, { recursive: true });
  const present = new Set(readdirSync(assets).filter((name) => !name.endsWith('.map')));
  for (const name of present) {
    const copy = join(archive, name);
    // Not `copyFileSync`, which keeps the build's file mode: the data folder is private.
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
