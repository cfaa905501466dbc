import { type ComponentType, createElement, lazy, useState, type ReactNode } from 'react';
import { useRoutes, type RouteObject } from 'react-router-dom';
import { importPart } from '#pwa/import-part.ts';
import { ErrorPage } from './error-page.tsx';
import { findScreen, NOT_FOUND, SCREENS, type LoadScreen } from './screens.ts';

const screens = new Map<LoadScreen, LazyScreen>();

const ROUTES: RouteObject[] = [
  ...SCREENS.map(([path, load]) => ({ path, Component: toScreen(load) })),
  { path: '/error', Component: ErrorPage },
  { path: '*', Component: toScreen(NOT_FOUND) },
];

export function AppRoutes(): ReactNode {
  return useRoutes(ROUTES);
}

/** Loads the code of the screen at a path, so that it renders without suspending. */
export async function preloadScreen(path: string): Promise<void> {
  await toScreen(findScreen(path)).preload();
}

/** Paths of the same screen share one component, so navigating between them doesn't remount it. */
function toScreen(load: LoadScreen): LazyScreen {
  const screen = screens.get(load) ?? lazyScreen(load);
  screens.set(load, screen);
  return screen;
}

/** A screen whose code loads when it is first opened. */
interface LazyScreen {
  (): ReactNode;
  /** Loads the code, so that the screen renders without suspending. */
  preload(): Promise<unknown>;
}

/** Like `React.lazy`, but a preloaded screen never suspends, so server-rendered HTML stays in place during hydration. */
function lazyScreen(load: () => Promise<ComponentType>): LazyScreen {
  let loaded: ComponentType | undefined;
  const preload = async () => (loaded ??= await importPart(load));
  const Lazy = lazy(async () => ({ default: await preload() }));
  function Screen() {
    // Chosen once: switching components would remount the screen.
    const [chosen] = useState(() => loaded ?? Lazy);
    return createElement(chosen);
  }
  return Object.assign(Screen, { preload });
}
