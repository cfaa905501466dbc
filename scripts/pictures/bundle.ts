import { build } from 'vite';
import { fileURLToPath } from 'node:url';

/** Bundles the scene code into one script, in memory. */
export async function bundleStage(): Promise<string> {
  const entry = fileURLToPath(new URL('stage/stage.ts', import.meta.url));
  const result = await build({
    configFile: false,
    logLevel: 'warn',
    build: {
      write: false,
      minify: false,
      target: 'es2023',
      lib: { entry, formats: ['iife'], name: 'stage' },
    },
  });
  const outputs = Array.isArray(result) ? result : [result];
  for (const output of outputs) {
    if (!('output' in output)) continue;
    for (const file of output.output) if (file.type === 'chunk') return file.code;
  }
  throw new Error('The scene bundle is empty.');
}
