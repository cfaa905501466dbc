import type { Owner } from '#shared/access/actor.ts';
import { NEW_ITEM } from '#shared/collections/inbox.ts';
import type { CompactableStore } from '#server/core/compactable-store.ts';
import type { Decision, DocumentStore } from '#server/core/document-store.ts';
import type { Eraser } from '#server/core/eraser.ts';
import type { FileRow } from '#server/files/file-store.ts';
import type { MailRow } from '#server/mail/mail-store.ts';
import { toMailRow } from '#server/mail/new-mail.ts';
import type { Storage } from '#server/storage.ts';
import type { TestClock } from '../support/test-clock.ts';
import { decideWrites, toScope, type PlainWrite } from './document-store-writes.ts';
import { jobRecord } from './job-store-contract.ts';
import { MIGRATION_ATTEMPT } from './migration-store-contract.ts';
import { payment } from './payment-store-contract.ts';

export interface ErasingStores extends Pick<Storage, 'payments' | 'mails' | 'files' | 'migrations'> {
  readonly store: DocumentStore & CompactableStore;
  readonly eraser: Eraser;
  /** Every row of every table, as text that begins with the table's name and a colon. */
  readRows(): Promise<readonly string[]>;
  /** Runs a statement. */
  run(sql: string): Promise<unknown>;
}

const EMAIL = 'zoe.zzyzx@example.com';
export const PERSON = { accountId: 'zoeid', addresses: [EMAIL] };
/** Every row that names the person has it, and no other. */
export const MARK = /zzyzx/i;
export const OWNER: Owner = `account:${PERSON.accountId}`;
export const STAFF = 'sam@shop.example';
export const [OWN_FILE, SHARED_FILE] = ['a'.repeat(32), 'b'.repeat(32)] as const;
const OTTO = { email: 'otto@example.com', owner: 'account:ottoid', audience: 'account:ottoid' } as const;

/** Stores something of each kind of a person, and of another one. */
export async function fillWithPerson(stores: ErasingStores, clock: TestClock): Promise<void> {
  await putDocuments(stores, clock);
  await putRefusals(stores);
  for (const [id, startedBy] of [
    ['j1', EMAIL],
    ['j2', STAFF],
  ] as const)
    await stores.store.commit({ documents: [], writeIds: [], jobs: [id] }, (view) => ({
      ...decideWrites(view, []),
      progress: { job: jobRecord(id, { startedBy, state: 'done' }), problems: [], others: [] },
    }));
  await stores.migrations.change(() => ({ ...MIGRATION_ATTEMPT, id: 'mig1', by: EMAIL.toUpperCase() }));
  await stores.migrations.change(() => ({ ...MIGRATION_ATTEMPT, id: 'mig2' }));
  await putPayments(stores);
  await putMails(stores);
  const file: Omit<FileRow, 'id' | 'by'> = {
    bucket: 'profile-pictures',
    state: 'stored',
    reason: null,
    bytes: 3,
    width: 1,
    height: 1,
    at: 0,
    storedAt: 0,
  };
  await stores.files.put({ ...file, id: OWN_FILE, by: null });
  await stores.files.put({ ...file, id: SHARED_FILE, by: PERSON.accountId });
}

/** A write of staff's note about a document. */
export function toItem(id: string, text: string) {
  const inboxNotes = [{ id: text, at: '2026-03-02T09:00:00.000+00:00', by: STAFF, text }];
  const data = { ...NEW_ITEM, FBUID: id, inboxNotes };
  return { collection: 'inbox', id, audience: 'staff' as const, data };
}

async function putDocuments(stores: ErasingStores, clock: TestClock): Promise<void> {
  const put = (by: string, device: string | undefined, ...writes: readonly PlainWrite[]) => {
    clock.advance(1000);
    const at = new Date(clock.now()).toISOString();
    return stores.store.commit(toScope(writes), (view) => {
      const decision = decideWrites(
        view,
        writes.map((one) => ({ at, ...one })),
      );
      return {
        ...decision,
        history: decision.history.map((row) => ({ ...row, updatedBy: by, device })),
        documents: decision.documents.map((document) => ({ ...document, updatedBy: by })),
      };
    });
  };
  const toContent = (id: string, text: string, file: string = SHARED_FILE) => ({
    FBUID: id,
    text,
    picture: `/pictures/u/${file}.webp`,
  });
  const own = (collection: string, id: string, text = 'Zzyzx') => ({
    collection,
    id,
    owner: OWNER,
    audience: OWNER,
    data: toContent(id, text),
  });
  const profile = own('profiles', PERSON.accountId);
  await put('Zoe@Zzyzx.example', 'phone', { ...profile, data: toContent(profile.id, 'Zzyzx', OWN_FILE) });
  await put(EMAIL, 'phone', profile);
  await put(`${EMAIL} (not confirmed)`, 'tablet', own('checkouts', PERSON.accountId));
  const kept = own('contacts', 'kept');
  await put('no user found', 'phone', { ...kept, owner: 'device:phone', audience: 'device:phone' });
  await put(EMAIL, 'phone', kept, own('contacts', 'gone'));
  await put(EMAIL, 'phone', { ...own('contacts', 'gone'), deleted: true });
  const note = { ...own('notes', 'note', 'a note'), audience: 'public' as const };
  await put(`${EMAIL} (not confirmed)`, 'phone', own('ukraines', 'order', 'an order'), note);
  await put(
    OTTO.email,
    'desk',
    { ...OTTO, collection: 'profiles', id: 'ottoid', data: toContent('ottoid', 'Otto') },
    { ...OTTO, collection: 'contacts', id: 'ottos', data: toContent('ottos', 'Otto') },
  );
  const friend = `a friend of ${EMAIL.toUpperCase()}`;
  await put(STAFF, undefined, toItem('contacts|kept', 'about Zzyzx'), toItem('contacts|ottos', friend));
  await put(
    STAFF,
    undefined,
    toItem('contacts|ottos', `${friend}, too`),
    toItem('contacts|none', 'of nobody'),
  );
}

/** Stores a refused write. */
export function refuse({ store }: ErasingStores, id: string, text: string, owner?: string): Promise<unknown> {
  return store.commit({ documents: [], writeIds: [] }, (view): Decision<unknown> => {
    const key = { writeId: `refused ${id}`, collection: 'contacts', id, message: 'no', path: '' };
    const refused = { ...key, code: 'invalid-argument' } as const;
    return {
      ...decideWrites(view, []),
      verdicts: owner === undefined ? [] : [{ ...refused, owner, verdict: 'rejected' }],
      rejections: [{ ...refused, payload: { FBUID: id, text } }],
    };
  });
}

async function putRefusals(stores: ErasingStores): Promise<void> {
  await refuse(stores, 'pushed', 'Zzyzx', OWNER);
  await refuse(stores, 'kept', 'Zzyzx');
  // A profile has the account's id.
  await refuse(stores, PERSON.accountId, 'Zzyzx');
  await refuse(stores, 'called', `from ${EMAIL.toUpperCase()}`);
  await refuse(stores, 'ottos', 'of Otto', OTTO.owner);
}

async function putPayments({ payments }: ErasingStores): Promise<void> {
  for (const [id, status, owner] of [
    ['paid', 'paid', OWNER],
    ['failed', 'failed', OWNER],
    ['ottos', 'failed', OTTO.owner],
  ] as const)
    await payments.claim(payment(id, { owner, status, fingerprint: id, sessionId: `cs_${id}` }), 0);
  // Money came for it.
  const review = 'the provider took 1.00 AUD instead of 2.00 AUD';
  await payments.claim(payment('wrong', { owner: OWNER, status: 'failed', fingerprint: 'wrong', review }), 0);
}

async function putMails({ mails }: ErasingStores): Promise<void> {
  const put = (key: string, changes: Partial<MailRow>) =>
    mails.add({
      ...toMailRow({ key, template: 'account-exists', to: STAFF, facts: {} }, 1000),
      ...changes,
    });
  await put(`welcome:${PERSON.accountId}`, { to: 'even.earlier@zzyzx.example' });
  await put('to', { to: EMAIL.toUpperCase() });
  await put('about-document', { about: 'kept' });
  await put('about-payment', { about: 'paid' });
  await put('new-address', { facts: { at: 0, email: EMAIL } });
  await put('ottos', { about: 'ottos' });
}
