import { chromium, type Browser, type BrowserContext } from 'playwright-core';
import { expect, inject } from 'vitest';

let connection: Promise<Browser> | undefined;

/** This run's Chromium. The connection lasts as long as the worker. */
export function sharedBrowser(): Promise<Browser> {
  return (connection ??= chromium.connect(inject('chromium')));
}

const devices = new Map<string, Promise<BrowserContext>>();

/** A device with the server's app installed and no other data, shared by all tests of a worker. */
export async function returningDevice(origin: string): Promise<BrowserContext> {
  const device = devices.get(origin) ?? visitOnce(origin);
  devices.set(origin, device);
  const context = await device;
  await clearStorage(context, origin);
  return context;
}

/** Resets the device for the next test. */
export async function resetDevice(context: BrowserContext): Promise<void> {
  await Promise.all(context.pages().map((page) => page.close()));
  await context.unrouteAll({ behavior: 'ignoreErrors' });
  await context.clearPermissions();
  await context.setOffline(false);
}

/** Closes the device of a server that is about to stop. */
export async function closeDevice(origin: string): Promise<void> {
  const device = devices.get(origin);
  devices.delete(origin);
  await (await device)?.close();
}

async function visitOnce(origin: string): Promise<BrowserContext> {
  const context = await (await sharedBrowser()).newContext();
  const page = await context.newPage();
  await page.goto(`${origin}/legals`);
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
  await page.close();
  return context;
}

/** Removes all data but the installed app, and waits until it is gone. */
async function clearStorage(context: BrowserContext, origin: string): Promise<void> {
  const page = await context.newPage();
  await page.goto(`${origin}/robots.txt`);
  const devtools = await context.newCDPSession(page);
  const storageTypes = 'cookies,indexeddb,local_storage';
  await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes });
  const left = () =>
    page.evaluate(async () => [...Object.keys(localStorage), ...(await indexedDB.databases())]);
  await expect.poll(left).toEqual([]);
  await page.close();
}
