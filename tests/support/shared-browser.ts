import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';
import { inject } from 'vitest';

let connection: Promise<Browser> | undefined;

/** The Chromium of this run; its connection lasts as long as the worker. */
export function sharedBrowser(): Promise<Browser> {
  return (connection ??= chromium.connect(inject('chromium')));
}

/** A device on which the app is installed. */
export async function visitOnce(origin: string): Promise<BrowserContext> {
  const context = await (await sharedBrowser()).newContext();
  const page = await context.newPage();
  await page.goto(`${origin}/legals`);
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
  await page.close();
  return context;
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
