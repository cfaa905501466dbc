import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { chromium, type Browser, type Page } from 'playwright-core';
import { bundleStage } from './bundle.ts';
import './stage/contract.ts';

const flags = [
  '--no-sandbox',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export async function openBrowser(): Promise<Browser> {
  const executablePath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';
  return chromium.launch({ executablePath, args: flags });
}

/** Opens a blank page with the label typeface and the scene code. It never uses the network. */
export async function openStage(browser: Browser): Promise<Page> {
  const page = await browser.newPage();
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') console.warn(`page: ${message.text()}`);
  });
  page.on('pageerror', (error) => console.error(`page: ${error.message}`));
  await page.setContent('<canvas></canvas>');
  const require = createRequire(import.meta.url);
  const file = require.resolve('@fontsource-variable/archivo/files/archivo-latin-wght-normal.woff2');
  const font = (await readFile(file)).toString('base64');
  await page.evaluate(async (data) => {
    const face = new FontFace('Archivo', `url(data:font/woff2;base64,${data})`, { weight: '100 900' });
    document.fonts.add(await face.load());
  }, font);
  await page.addScriptTag({ content: await bundleStage() });
  return page;
}
