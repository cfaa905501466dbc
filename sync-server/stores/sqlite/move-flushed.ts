import { closeSync, fsyncSync, openSync, renameSync } from 'node:fs';
import { dirname } from 'node:path';

/** Renames a finished file durably: after a power cut it is there complete or not at all. */
export function moveFlushed(from: string, to: string): void {
  flush(from);
  renameSync(from, to);
  flush(dirname(to));
}

function flush(path: string): void {
  const handle = openSync(path, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
