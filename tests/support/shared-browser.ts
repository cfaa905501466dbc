import type { Browser, BrowserContext, Page } from 'playwright-core';
import { expect } from 'vitest';
import { launchChromium } from './chromium.ts';

let browser: Promise<Browser> | undefined;

/** This worker's Chromium, which ends with it. */
export function sharedBrowser(): Promise<Browser> {
  return (browser ??= launchChromium());
}

const devices = new Map<string, Promise<BrowserContext>>();

/** A device with the server's app installed, shared by all tests of a worker. */
export function returningDevice(origin: string): Promise<BrowserContext> {
  const device = devices.get(origin) ?? visitOnce(origin);
  devices.set(origin, device);
  return device;
}

/** Resets the device for the next test. */
export async function resetDevice(context: BrowserContext): Promise<void> {
  await Promise.all(context.pages().map((page) => page.close()));
  await context.unrouteAll({ behavior: 'ignoreErrors' });
  await context.clearPermissions();
  await context.clearCookies();
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

/** Removes all data of a page's device but the installed app, and waits until it is gone. */
export async function clearStorage(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/robots.txt`);
  const devtools = await page.context().newCDPSession(page);
  const storageTypes = 'cookies,indexeddb,local_storage';
  await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes });
  const left = () =>
    page.evaluate(async () => [...Object.keys(localStorage), ...(await indexedDB.databases())]);
  await expect.poll(left).toEqual([]);
  await devtools.detach();
}
