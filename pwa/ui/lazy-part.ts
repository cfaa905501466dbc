import { lazy, type ComponentType } from 'react';

/**
 * A part of a page that the page can do without; it needs a `Suspense` of its own. When its code can't be loaded, what
 * stands in its place stays: rejecting would replace the whole screen.
 */
export function lazyPart<Props>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async () => ({ default: await load().catch(() => new Promise<never>(() => {})) }));
}
