import { createElement, lazy, useState, type ComponentType, type ReactNode } from 'react';

/** A screen whose code is loaded when it is first opened. */
export interface LazyScreen {
  (): ReactNode;
  /** Loads the code; the screen then shows at once. */
  preload(): Promise<unknown>;
}

/**
 * Like `React.lazy`, but a screen that was loaded beforehand never suspends: what the server rendered stays in place
 * while the app takes it over.
 */
export function lazyScreen(load: () => Promise<ComponentType>): LazyScreen {
  let loaded: ComponentType | undefined;
  const preload = async () => (loaded ??= await load());
  const Lazy = lazy(async () => ({ default: await preload() }));
  function Screen() {
    // Once chosen it stays: another component in its place would begin anew.
    const [chosen] = useState(() => loaded ?? Lazy);
    return createElement(chosen);
  }
  return Object.assign(Screen, { preload });
}
