import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';
import { inject } from 'vitest';

let connection: Promise<Browser> | undefined;

/** The Chromium of this run; its connection lasts as long as the worker. */
export function sharedBrowser(): Promise<Browser> {
  return (connection ??= chromium.connect(inject('chromium')));
}

const devices = new Map<string, Promise<BrowserContext>>();

/** A device that has visited the shop before: its service worker is installed and the app is cached. */
export function returningDevice(origin: string): Promise<BrowserContext> {
  const known = devices.get(origin);
  if (known) return known;
  const device = visitOnce(origin);
  devices.set(origin, device);
  device.catch(() => devices.delete(origin));
  return device;
}

async function visitOnce(origin: string): Promise<BrowserContext> {
  const context = await (await sharedBrowser()).newContext();
  const page = await context.newPage();
  await page.goto(`${origin}/legals`);
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
  await page.close();
  return context;
}

/** Closes the returning device of a server that is stopped. */
export async function closeReturningDevice(origin: string): Promise<void> {
  const device = devices.get(origin);
  devices.delete(origin);
  await (await device)?.close();
}

/** Opens a page on a returning device from which everything stored was removed, except the cached app. */
export async function openEmptied(context: BrowserContext, origin: string): Promise<Page> {
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Storage.clearDataForOrigin', {
    origin,
    storageTypes: 'cookies,indexeddb,local_storage',
  });
  await devtools.detach();
  return page;
}

/** Leaves a returning device as the next test expects it. */
export async function leaveDevice(context: BrowserContext): Promise<void> {
  await Promise.all(context.pages().map((page) => page.close()));
  await context.unrouteAll({ behavior: 'ignoreErrors' });
  await context.clearPermissions();
  await context.setOffline(false);
}
