import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'vitest';

/** Mounts a 2 MB disk, if this process may. */
function mountSmallDisk(): { readonly path: string; unmount(): void } | undefined {
  const path = mkdtempSync(join(tmpdir(), 'nankeen-small-'));
  const unmount = () => {
    execFileSync('umount', [path]);
    rmSync(path, { recursive: true, force: true });
  };
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=2m', 'tmpfs', path], { stdio: 'ignore' });
    return { path, unmount };
  } catch {
    rmSync(path, { recursive: true, force: true });
    return undefined;
  }
}

const canMount = mountSmallDisk();
canMount?.unmount();
if (!canMount) console.info('Skips the tests of a full disk: this process may not mount one.');
/** Defines a test on a 2 MB disk, if one can be mounted. */
export const onSmallDisk = (title: string, run: (path: string) => Promise<void>) => {
  if (!canMount) return;
  test(title, async () => {
    const disk = mountSmallDisk();
    try {
      await run(disk?.path ?? '');
    } finally {
      disk?.unmount();
    }
  });
};
