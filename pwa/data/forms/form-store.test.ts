import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, afterEach, expect, test, vi } from 'vitest';
import type { Session } from '#shared/api/messages.ts';
import { createStore } from '#pwa/create-store.ts';
import { openFormDatabase, type FormDatabase } from './form-database.ts';
import { createFormStore, type FormStore, type UnsentInput } from './form-store.ts';

const NOBODY: Session = { account: null, isStaff: false };
const asAccount = (id: string) => ({ account: { id }, isStaff: false }) as Session;

let now: number;
let session: ReturnType<typeof createStore<Session | undefined>>;
let pages: FormStore[];

beforeEach(() => {
  now = Date.parse('2026-11-01T10:00:00Z');
  session = createStore<Session | undefined>(NOBODY);
  pages = [];
  vi.stubGlobal('indexedDB', new IDBFactory());
});
afterEach(async () => {
  vi.useRealTimers();
  // What they write later would reach the next test's pages.
  await Promise.all(pages.map((forms) => forms.flush()));
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

function createPage(openDatabase = openFormDatabase<UnsentInput>): FormStore {
  const forms = createFormStore({ session, now: () => now, openDatabase });
  pages.push(forms);
  return forms;
}

/** A page of its own, with everything read. */
async function openPage(openDatabase = openFormDatabase<UnsentInput>): Promise<FormStore> {
  const forms = createPage(openDatabase);
  await forms.ready;
  return forms;
}

const enquiry = (message: string) => ({ key: 'contacts/new', content: { message }, title: 'Enquiry' });
const messageOf = (forms: FormStore) => forms.read('contacts/new')?.content['message'];

test('[PB3] what is typed is there on the next page, with the time of the last change', async () => {
  const first = await openPage();
  first.keep(enquiry('half a'));
  now += 400;
  first.keep({ ...enquiry('half a thought'), base: { message: '' } });
  await first.flush();
  const next = await openPage();
  expect(next.all.read()).toEqual([
    {
      ...enquiry('half a thought'),
      base: { message: '' },
      savedAt: '2026-11-01T10:00:00.400Z',
    },
  ]);
});

test('[PB3] the list is unknown until it is loaded, and its newest form comes first', async () => {
  const forms = createPage();
  expect(forms.all.read()).toBeUndefined();
  await forms.ready;
  expect(forms.all.read()).toEqual([]);
  forms.keep({ key: 'templates/new', content: {} });
  now += 1;
  forms.keep({ key: 'products/p1', content: {} });
  now += 1;
  forms.keep({ key: 'templates/new', content: { templateName: 'A' } });
  expect(forms.all.read()?.map(({ key }) => key)).toEqual(['templates/new', 'products/p1']);
});

test('[PB3] changes are written 200 ms later, and a fast typist’s at most every 200 ms', async () => {
  const writes: string[] = [];
  const database: FormDatabase<UnsentInput> = {
    readAll: async () => [],
    close: () => undefined,
    write: async (changes) =>
      void writes.push(...changes.map(([, input]) => String(input?.content['message']))),
  };
  const forms = await openPage(async () => database);
  vi.useFakeTimers();
  for (const message of ['a', 'ab', 'abc']) forms.keep(enquiry(message));
  await vi.advanceTimersByTimeAsync(199);
  expect(writes).toEqual([]);
  forms.keep(enquiry('abcd'));
  await vi.advanceTimersByTimeAsync(1);
  expect(writes).toEqual(['abcd']);
  forms.keep(enquiry('abcde'));
  await vi.advanceTimersByTimeAsync(199);
  expect(writes).toEqual(['abcd']);
  await vi.advanceTimersByTimeAsync(1);
  expect(writes).toEqual(['abcd', 'abcde']);
});

test('[PB3] a removal is handed to the browser before the call returns, after what was kept', async () => {
  const writes: string[] = [];
  const database: FormDatabase<UnsentInput> = {
    readAll: async () => [],
    close: () => undefined,
    write: async (changes) =>
      void writes.push(...changes.map(([id, input]) => `${id} ${input ? 'kept' : 'gone'}`)),
  };
  const forms = await openPage(async () => database);
  forms.keep({ key: 'products/p1', content: {} });
  forms.keep(enquiry('sent'));
  forms.remove('contacts/new');
  expect(writes).toEqual(['|products/p1 kept', '|contacts/new gone']);
  expect(messageOf(forms)).toBeUndefined();
});

test('[PB3] a sent form does not come back on the next page', async () => {
  const first = await openPage();
  first.keep(enquiry('to be sent'));
  first.remove('contacts/new');
  await first.flush();
  expect((await openPage()).all.read()).toEqual([]);
});

test('[PB3] every tab lists what the others keep and remove', async () => {
  const [one, other] = [await openPage(), await openPage()];
  one.keep(enquiry('from the first tab'));
  await vi.waitFor(() => expect(messageOf(other)).toBe('from the first tab'));
  other.remove('contacts/new');
  await vi.waitFor(() => expect(one.all.read()).toEqual([]));
});

test('[PB3] [CL5] an account sees its own forms and the device’s, never those of another account', async () => {
  const forms = await openPage();
  forms.keep({ key: 'contacts/new', content: { message: 'by anybody' } });
  session.set(asAccount('ada'));
  forms.keep({ key: 'products/p1', content: { productName: 'by Ada' } });
  expect(forms.all.read()?.map(({ key, accountId }) => [key, accountId])).toEqual([
    ['products/p1', 'ada'],
    ['contacts/new', undefined],
  ]);
  await forms.flush();
  session.set(asAccount('bo'));
  const keysOf = (store: FormStore) => store.all.read()?.map(({ key }) => key);
  expect(keysOf(forms)).toEqual(['contacts/new']);
  expect(keysOf(await openPage())).toEqual(['contacts/new']);
  session.set(asAccount('ada'));
  expect(keysOf(forms)).toEqual(['products/p1', 'contacts/new']);
});

test('[PB3] what was typed before a sign-in is the account’s once it goes on', async () => {
  const forms = await openPage();
  forms.keep(enquiry('before'));
  session.set(asAccount('ada'));
  expect(messageOf(forms)).toBe('before');
  forms.keep(enquiry('before and after'));
  await forms.flush();
  session.set(NOBODY);
  expect((await openPage()).all.read()).toEqual([]);
  session.set(asAccount('ada'));
  expect(messageOf(await openPage())).toBe('before and after');
});

test('[CL5] discarding an account’s forms leaves those of the device and of others', async () => {
  const forms = await openPage();
  forms.keep({ key: 'contacts/new', content: {} });
  for (const account of ['ada', 'bo']) {
    now += 1;
    session.set(asAccount(account));
    forms.keep({ key: 'products/p1', content: {} });
  }
  await forms.discard('ada');
  const ownersOf = (store: FormStore) => store.all.read()?.map(({ accountId }) => accountId);
  const next = await openPage();
  expect(ownersOf(next)).toEqual(['bo', undefined]);
  session.set(asAccount('ada'));
  expect(ownersOf(next)).toEqual([undefined]);
});

test('[PB3] [CL6] what others typed on the device neither hides nor replaces an account’s own form', async () => {
  const forms = await openPage();
  session.set(asAccount('ada'));
  forms.keep(enquiry('by Ada'));
  session.set(NOBODY);
  now += 1;
  forms.keep(enquiry('by another person'));
  session.set(asAccount('ada'));
  expect(forms.all.read()).toMatchObject([{ accountId: 'ada', content: { message: 'by Ada' } }]);
  forms.keep(enquiry('by Ada, too'));
  forms.remove('contacts/new');
  expect(messageOf(forms)).toBe('by another person');
});

test('[PB3] without a database the forms work, and their input lasts as long as the page', async () => {
  const logged = vi.spyOn(console, 'info').mockReturnValue();
  const forms = await openPage(() => Promise.reject(new Error('blocked')));
  forms.keep(enquiry('in memory'));
  await forms.flush();
  expect(messageOf(forms)).toBe('in memory');
  expect(logged).toHaveBeenCalledExactlyOnceWith('Unsent input lasts only as long as this page.', 'blocked');
});

test('[PB3] a database that never opens holds up no form for longer than three seconds', async () => {
  vi.useFakeTimers();
  const forms = createPage(() => new Promise(() => {}));
  const isReady = vi.fn();
  void forms.ready.then(isReady);
  await vi.advanceTimersByTimeAsync(2999);
  expect(isReady).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(isReady).toHaveBeenCalled();
  forms.keep(enquiry('in memory'));
  expect(messageOf(forms)).toBe('in memory');
});

test('[PB3] what a full disk refused is written with the next change', async () => {
  const logged = vi.spyOn(console, 'info').mockReturnValue();
  let isFull = true;
  const forms = await openPage(async (events) => {
    const database = await openFormDatabase(events);
    const write: FormDatabase<UnsentInput>['write'] = async (changes) => {
      if (isFull) throw new Error('full');
      await database.write(changes);
    };
    return { ...database, write };
  });
  forms.keep({ key: 'products/p1', content: {} });
  await vi.waitFor(() => expect(logged).toHaveBeenCalledWith('Unsent input could not be written:', 'full'));
  isFull = false;
  forms.remove('contacts/new');
  await forms.flush();
  expect((await openPage()).all.read()).toMatchObject([{ key: 'products/p1' }]);
});

test('[PB3] a database that the browser closed is opened again by the next change', async () => {
  let close = () => {};
  let openings = 0;
  const forms = await openPage((events) => {
    close = events.onClose;
    openings += 1;
    return openFormDatabase(events);
  });
  close();
  forms.keep(enquiry('after the end'));
  await vi.waitFor(async () => expect(messageOf(await openPage())).toBe('after the end'));
  expect(openings).toBe(2);
});

test('[PB3] what is typed into an open form after the session has ended belongs to its account, and nobody else sees it', async () => {
  const forms = await openPage();
  session.set(asAccount('ada'));
  forms.keep(enquiry('half'));
  session.set(NOBODY);
  forms.keep(enquiry('whole'), 'ada');
  expect(messageOf(forms)).toBeUndefined();
  session.set(asAccount('bo'));
  expect(messageOf(forms)).toBeUndefined();
  session.set(asAccount('ada'));
  expect(messageOf(forms)).toBe('whole');
  session.set(NOBODY);
  forms.remove('contacts/new', 'ada');
  session.set(asAccount('ada'));
  expect(messageOf(forms)).toBeUndefined();
});
