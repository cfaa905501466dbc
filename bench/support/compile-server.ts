import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { transformWithOxc } from 'vite';

/**
 * Compiles a server that stands in one file, so that its process carries no compiler. `besides` is the folder whose
 * packages it uses. Returns the path of the JavaScript.
 */
export async function compileServer(source: URL, besides: URL): Promise<string> {
  const path = fileURLToPath(source);
  const folder = join(fileURLToPath(besides), 'node_modules/.cache/bench');
  const target = join(folder, basename(path).replace(/\.ts$/, '.mjs'));
  const { code } = await transformWithOxc(readFileSync(path, 'utf8'), path, { sourcemap: false });
  mkdirSync(folder, { recursive: true });
  writeFileSync(target, code);
  return target;
}
