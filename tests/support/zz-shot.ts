import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { chromium } from 'playwright-core';
import type { AppEnv } from '#server/http/app-env.ts';
import { securityHeaders } from '#server/http/security-headers.ts';
import { createPaymentWorld, product } from './payment-world.ts';
const world = createPaymentWorld();
world.products.push({ ...product('a', '649.00'), productName: '6S 19000 mAh Battery' }, { ...product('b', '24990.00'), productName: 'Recon VTOL' }, { ...product('c', '219.00'), productName: 'Recon VTOL Propeller Set' });
const outer = new Hono<AppEnv>();
outer.use('*', securityHeaders(false));
outer.get('/checkout', (c) => c.text('checkout')).get('/success', (c) => c.text('success'));
outer.route('/', world.app);
const server = serve({ port: 0, hostname: '127.0.0.1', fetch: outer.fetch });
await new Promise((r) => server.once('listening', r));
const base = `http://127.0.0.1:${(server.address() as { port: number }).port}`;
const { id } = await world.checkOut([{ price: 'price_demo_b', quantity: 1 }, { price: 'price_demo_a', quantity: 4 }, { price: 'price_demo_c', quantity: 2 }]);
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'] });
for (const [name, width, height] of [['phone', 360, 780], ['desktop', 1280, 800]] as const)
  for (const colorScheme of ['light', 'dark'] as const) {
    const page = await browser.newPage({ viewport: { width, height }, colorScheme });
    page.on('console', (m) => console.log(name, m.type(), m.text()));
    await page.goto(`${base}/test-payment/${id}`);
    console.log(name, colorScheme, 'overflow', await page.evaluate(() => document.documentElement.scrollWidth - innerWidth));
    const { AxeBuilder } = await import('@axe-core/playwright');
    await page.screenshot({ path: `/tmp/shots/test-payment-${name}-${colorScheme}.png`, fullPage: true });
    try { const r = await new AxeBuilder({ page }).withTags(['wcag2a','wcag2aa','wcag21a','wcag21aa','wcag22aa','best-practice']).analyze(); console.log('axe', r.violations.map((v) => v.id + ' ' + v.nodes.map((n) => n.target + ' ' + n.failureSummary).join('|'))); } catch (e) { console.log('axe failed', (e as Error).message.slice(0, 200)); }
    await page.close();
  }
const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
page.on('console', (m) => console.log(m.type(), m.text()));
await page.goto(`${base}/test-payment/cs_none`); await page.screenshot({ path: '/tmp/shots/test-payment-missing.png' });
await page.goto(`${base}/test-payment/${id}`);
await page.fill('#email', 'a@b.example'); 
await page.route('http://localhost:8787/**', (r) => r.fulfill({ body: 'success' }));
await page.getByRole('button', { name: /^Pay/ }).click(); console.log(page.url());
await page.goto(`${base}/test-payment/${id}`); await page.screenshot({ path: '/tmp/shots/test-payment-paid.png' });
await browser.close(); server.close();
