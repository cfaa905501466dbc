import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'vitest';

/** A disk of 2 MB, where this process may mount one. */
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
if (!canMount)
  console.info('No small disk can be mounted here: the tests of a really full disk are left out.');
/** A test on such a disk, where there can be one. */
export const onSmallDisk = (title: string, story: (path: string) => Promise<void>) => {
  if (!canMount) return;
  test(title, async () => {
    const disk = mountSmallDisk();
    try {
      await story(disk?.path ?? '');
    } finally {
      disk?.unmount();
    }
  });
};
