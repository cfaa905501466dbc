import type { Browser, BrowserContext, Page } from 'playwright-core';
import { expect } from 'vitest';
import { launchChromium } from './chromium.ts';

/** Headers of a device on a network of its own: the server limits sign-ins by network, and all files share a server. */
export function newNetwork(): Record<string, string> {
  const parts = Array.from({ length: 3 }, () => Math.floor(Math.random() * 256));
  return { 'x-forwarded-for': `10.${parts.join('.')}` };
}

let browser: Promise<Browser> | undefined;

/** This worker's Chromium, which ends with it. */
export function sharedBrowser(): Promise<Browser> {
  return (browser ??= launchChromium());
}

const devices = new Map<string, Promise<BrowserContext>>();

/** What a device installs. */
export interface ServedApp {
  readonly origin: string;
  /** Of its server; the worker caches what depends on them. */
  readonly settings: string;
}

/** A device with the app installed, shared by all tests of a worker. */
export function returningDevice({ origin, settings }: ServedApp): Promise<BrowserContext> {
  const key = origin + settings;
  const device = devices.get(key) ?? visitOnce(origin);
  devices.set(key, device);
  return device;
}

/** Resets the device for the next test. */
export async function resetDevice(context: BrowserContext): Promise<void> {
  await Promise.all(context.pages().map((page) => page.close()));
  await context.unrouteAll({ behavior: 'ignoreErrors' });
  await context.clearPermissions();
  await context.clearCookies();
  await context.setExtraHTTPHeaders(newNetwork());
  await context.setOffline(false);
}

async function visitOnce(origin: string): Promise<BrowserContext> {
  const context = await (await sharedBrowser()).newContext({ extraHTTPHeaders: newNetwork() });
  const page = await context.newPage();
  await page.goto(`${origin}/legals`);
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
  await page.close();
  return context;
}

/** Removes all data of a page's device but the installed app, and waits until it is gone. */
export async function clearStorage(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/robots.txt`);
  const devtools = await page.context().newCDPSession(page);
  const storageTypes = 'cookies,indexeddb,local_storage';
  await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes });
  const left = () =>
    page.evaluate(async () => [...Object.keys(localStorage), ...(await indexedDB.databases())]);
  await expect.poll(left).toEqual([]);
  await devtools.send('Network.clearBrowserCache');
  await page.evaluate(async () => {
    const kept = (await caches.keys()).filter((name) => !name.includes('precache'));
    await Promise.all(kept.map((name) => caches.delete(name)));
  });
  await devtools.detach();
}
