import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import type { Plugin } from 'vite';

/** A higher quality takes ten times as long, for a few per cent. */
const QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };

/** Writes scripts and styles also compressed, so that the server need not compress them for every visitor. */
export function compressedFiles(): Plugin {
  return {
    name: 'compressed-files',
    apply: 'build',
    writeBundle({ dir = '' }, bundle) {
      for (const name of Object.keys(bundle)) {
        if (!/^assets\/.*\.(js|css)$/.test(name)) continue;
        const file = join(dir, name);
        writeFileSync(`${file}.br`, brotliCompressSync(readFileSync(file), QUALITY));
      }
    },
  };
}
