import { lazy, type ComponentType } from 'react';
import { importPart } from '#pwa/import-part.ts';

/**
 * A part that its page can do without; it needs a `Suspense` of its own. If its code can't be loaded, it waits until the
 * browser is online again: an error would replace the whole screen.
 */
export function lazyPart<Props>(load: () => Promise<ComponentType<Props>>) {
  const keepLoading = async (): Promise<ComponentType<Props>> => {
    try {
      return await importPart(load);
    } catch {
      await new Promise((resolve) => addEventListener('online', resolve, { once: true }));
      return keepLoading();
    }
  };
  return lazy(async () => ({ default: await keepLoading() }));
}
