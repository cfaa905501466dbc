// @vitest-environment happy-dom
import { cleanup, fireEvent, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Route, Routes } from 'react-router-dom';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createFakeApp, renderInApp, STAFF, type FakeApp } from '../tests/support/fake-app.tsx';
import { BAD_ADDRESSES, SCRIPT_CORPUS } from '../tests/support/script-corpus.ts';
import { sampleProduct } from '../tests/support/sample-product.ts';
import { AddToCartDialog } from './features/catalogue/add-to-cart-dialog.tsx';
import { HistoryPage } from './features/history/history-page.tsx';
import { RejectedChangeCard } from './features/sync-centre/rejected-change-card.tsx';
import { ConfirmDialog } from './ui/confirm-dialog.tsx';
import { ContentLink } from './ui/content-link.tsx';
import { Picture } from './ui/picture.tsx';
import { ToastRegion } from './ui/toast-region.tsx';

let app: FakeApp;

const SHOP = 'https://shop.example';
const FORBIDDEN = 'script, iframe, object, embed, base, meta, style, form, svg animate, math';

/** A field for each text of the corpus. */
const record = Object.fromEntries(SCRIPT_CORPUS.map((text, index) => [`field${index}`, text]));

function show(children: ReactNode, path = '/'): void {
  renderInApp(app, <ToastRegion>{children}</ToastRegion>, { path });
}

/** The absolute URLs of the links on the page. */
const targets = () =>
  [...document.querySelectorAll('a')].map((link) => new URL(link.getAttribute('href') ?? '', SHOP));

/** Asserts that no text became an element or an attribute, and that no link runs a script. */
function expectTextsOnly(): void {
  expect([...document.body.querySelectorAll(FORBIDDEN)].map(({ outerHTML }) => outerHTML)).toEqual([]);
  const handlers = [...document.body.querySelectorAll('*')].flatMap((element) =>
    element.getAttributeNames().filter((name) => /^on|^srcdoc$|^formaction$|^style$/.test(name)),
  );
  expect(handlers).toEqual([]);
  for (const { protocol } of targets()) expect(['https:', 'mailto:', 'tel:']).toContain(protocol);
}

/** Opens all collapsed sections; their content is rendered on opening. */
function openDetails(): void {
  for (const details of document.querySelectorAll('details')) {
    details.open = true;
    fireEvent(details, new Event('toggle'));
  }
}

const shownTexts = () => new Set([...document.querySelectorAll('*')].map(({ textContent }) => textContent));

/** Asserts that the page shows each text of the corpus unchanged. */
function expectAllShown(): void {
  const shown = shownTexts();
  expect(SCRIPT_CORPUS.filter((text) => !shown.has(text))).toEqual([]);
}

beforeEach(() => {
  app = createFakeApp({ session: STAFF });
});
afterEach(cleanup);

test('[T16] the corpus has at least 200 texts without duplicates', () => {
  expect(new Set(SCRIPT_CORPUS).size).toBeGreaterThanOrEqual(200);
  expect(new Set(SCRIPT_CORPUS).size).toBe(SCRIPT_CORPUS.length);
});

test('[T16] a rejected change in the sync centre shows each corpus entry as text', async () => {
  const content = { FBUID: 'x', productName: SCRIPT_CORPUS[0], ...record };
  const message = SCRIPT_CORPUS.slice(0, 20).join(' ');
  show(
    <RejectedChangeCard
      rejectedChange={{
        id: 'rejected-change',
        collection: 'free',
        documentId: SCRIPT_CORPUS[3] ?? '',
        kind: 'rejected',
        code: 'invalid-argument',
        message,
        path: 'field1',
        content,
        at: '2026-11-21T12:15:00+11:00',
      }}
    />,
  );
  openDetails();
  expectAllShown();
  expectTextsOnly();
});

test('[T16] the history shows old and new values as text', async () => {
  const entry = (at: string, data: object) => ({
    at: `2026-11-21T${at}.000Z`,
    madeAt: null,
    operation: 'update',
    writeId: at,
    data,
    updatedAt: '',
    updatedBy: SCRIPT_CORPUS[2],
    device: null,
  });
  const before = Object.fromEntries(Object.keys(record).map((field) => [field, 'before']));
  app.respond('GET /testing/data/free/x/history', () => ({
    entries: [entry('03:00:00', record), entry('02:00:00', before)],
  }));
  show(
    <Routes>
      <Route path="/history/:collection/:id" element={<HistoryPage />} />
    </Routes>,
    '/history/free/x',
  );
  await screen.findAllByRole('insertion');
  openDetails();
  const after = screen.getAllByRole('insertion');
  const shown = new Set(after.map(({ textContent }) => textContent.replace(/^After: /, '')));
  expect(SCRIPT_CORPUS.filter((text) => !shown.has(text))).toEqual([]);
  expectTextsOnly();
});

test('[T16] dialogs show each corpus entry as text', () => {
  show(
    SCRIPT_CORPUS.map((text) => {
      const entry = { value: text, label: text, description: text };
      const productDescriptions = Array.from({ length: 9 }, () => entry);
      const product = sampleProduct({ productName: text, productImages: [entry], productDescriptions });
      return (
        <div key={text}>
          <ConfirmDialog title={text} action={text} isOpen onClose={() => {}} onConfirm={() => {}}>
            <p>{text}</p>
          </ConfirmDialog>
          <AddToCartDialog product={product} onClose={() => {}} />
        </div>
      );
    }),
  );
  expect(document.querySelectorAll('dialog')).toHaveLength(2 * SCRIPT_CORPUS.length);
  const read = (selector: string) => [...document.querySelectorAll(selector)].map((one) => one.textContent);
  expect(read('h2').filter((title) => title !== 'Add to Bag?')).toEqual(SCRIPT_CORPUS);
  expect(read('h3')).toEqual(SCRIPT_CORPUS);
  expectTextsOnly();
});

test.each(BAD_ADDRESSES)('[T16] [T44] the address %j stays text instead of becoming a link', (address) => {
  show(<ContentLink to={address}>Manual</ContentLink>);
  expect(screen.getByText('Manual').tagName).toBe('SPAN');
});

test('[T16] a picture address is used only as the source of an image', () => {
  show(SCRIPT_CORPUS.map((text) => <Picture key={text} src={text} alt={text} sizes="50vw" />));
  const sources = [...document.querySelectorAll('img')].map((image) => image.getAttribute('src'));
  const own = SCRIPT_CORPUS.filter((text) => sources.includes(text));
  expect(sources).toEqual(own);
  expect(own.length).toBeGreaterThan(SCRIPT_CORPUS.length / 2);
  const shop = 'https://shop.example';
  for (const text of own) expect(new URL(text, shop).origin, text).toBe(shop);
  expect(document.querySelectorAll('source, [srcset]')).toHaveLength(0);
  expectTextsOnly();
});
