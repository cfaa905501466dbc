import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { RenderPage } from '#shared/api/render.ts';

/**
 * The app's render build, when there is one.
 * @param folder absolute path of `dist/render`
 */
export async function loadRenderBuild(folder: string): Promise<RenderPage | undefined> {
  const file = join(folder, 'render.js');
  if (!existsSync(file)) return undefined;
  const module = (await import(pathToFileURL(file).href)) as { readonly renderPage: RenderPage };
  return module.renderPage;
}
