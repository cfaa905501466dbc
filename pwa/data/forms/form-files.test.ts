import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { eventually } from '../../../tests/support/eventually.ts';
import { openFilePage, type FilePage } from '../../../tests/support/file-page.ts';
import { discardForm, settleForm } from './form-files.ts';

const FORM = 'templates/new/a';

let page: FilePage;
beforeEach(async () => {
  vi.stubGlobal('indexedDB', new IDBFactory());
  vi.spyOn(console, 'info').mockReturnValue();
  page = openFilePage({
    accountId: 'account-ada',
    fetch: async () => Promise.reject(new TypeError('offline')),
    readUnsent: async () => '',
  });
  await page.app.forms.ready;
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const stores = () => ({ files: page.queue, forms: page.app.forms });
const add = (text: string, usedBy = FORM) =>
  page.queue.add(new File([text], `${text}.jpg`), { bucket: 'product-pictures', usedBy });
const names = () => page.queue.files.read()?.map(({ name }) => name);
const keep = (key: string, ...pictures: readonly string[]) =>
  page.app.forms.keep({ key, content: { pictures } });

test('[FI4] a discarded form takes its files with it, and undo brings both back', async () => {
  const { address } = await add('discarded');
  await add('of another form', 'templates/new/b');
  const shared = await add('in a duplicate');
  keep(FORM, address, shared.address);
  keep('templates/new/b', shared.address);
  const undo = discardForm(stores(), FORM);
  await eventually(() => expect(names()).toEqual(['of another form.jpg', 'in a duplicate.jpg']));
  expect(page.app.forms.read(FORM)).toBeUndefined();
  undo();
  await eventually(() => expect(names()).toContain('discarded.jpg'));
  expect(page.app.forms.read(FORM)?.content).toEqual({ pictures: [address, shared.address] });
});

test('[FI4] a saved form keeps the files that its document names, and no others', async () => {
  const { address } = await add('saved');
  await add('replaced');
  keep(FORM, address);
  await settleForm(stores(), FORM, { collection: 'templates', id: 'fin', content: { picture: address } });
  expect(names()).toEqual(['saved.jpg']);
  expect(page.queue.files.read()).toMatchObject([{ usedBy: [FORM, 'templates|fin'] }]);
  expect(page.app.forms.read(FORM)).toBeUndefined();
});
