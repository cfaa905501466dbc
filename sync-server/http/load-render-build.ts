import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { RenderPage } from '#shared/api/render.ts';

/**
 * The app's render build, when there is one.
 * @param folder absolute path of `dist/render`
 */
export function loadRenderBuild(folder: string): RenderPage | undefined {
  const file = join(folder, 'render.js');
  if (!existsSync(file)) return undefined;
  // Not before the first page: who only synchronises never needs it.
  return async (url, content) => {
    const { renderPage } = (await import(pathToFileURL(file).href)) as { readonly renderPage: RenderPage };
    return renderPage(url, content);
  };
}
