import { lazy, type ComponentType } from 'react';

/**
 * A part that its page can do without; it needs a `Suspense` of its own. If its code can't be loaded, it keeps waiting:
 * an error would replace the whole screen.
 */
export function lazyPart<Props>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async () => ({ default: await load().catch(() => new Promise<never>(() => {})) }));
}
