import { createElement, lazy, useState, type ComponentType, type ReactNode } from 'react';

/** A screen whose code loads when it is first opened. */
export interface LazyScreen {
  (): ReactNode;
  /** Loads the code, so that the screen renders without suspending. */
  preload(): Promise<unknown>;
}

/** Like `React.lazy`, but a preloaded screen never suspends, so server-rendered HTML stays in place during hydration. */
export function lazyScreen(load: () => Promise<ComponentType>): LazyScreen {
  let loaded: ComponentType | undefined;
  const preload = async () => (loaded ??= await load());
  const Lazy = lazy(async () => ({ default: await preload() }));
  function Screen() {
    // Chosen once: switching components would remount the screen.
    const [chosen] = useState(() => loaded ?? Lazy);
    return createElement(chosen);
  }
  return Object.assign(Screen, { preload });
}
