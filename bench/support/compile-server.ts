import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { transformWithOxc } from 'vite';

/**
 * Compiles a single-file server, so its process needs no compiler.
 * @param packages folder whose `node_modules` it uses
 * @returns path of the JavaScript file
 */
export async function compileServer(source: URL, packages: URL): Promise<string> {
  const path = fileURLToPath(source);
  const folder = join(fileURLToPath(packages), 'node_modules/.cache/bench');
  const target = join(folder, basename(path).replace(/\.ts$/, '.mjs'));
  const { code } = await transformWithOxc(readFileSync(path, 'utf8'), path, { sourcemap: false });
  mkdirSync(folder, { recursive: true });
  writeFileSync(target, code);
  return target;
}
