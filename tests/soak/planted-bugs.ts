import { ENGINE_BUGS } from './planted-engine-bugs.ts';
import { POSTGRES_BUGS } from './planted-postgres-bugs.ts';

/** A plausible bug, and the tests that must find it. */
export interface PlantedBug {
  readonly name: string;
  readonly file: string;
  readonly from: string;
  readonly to: string;
  readonly foundBy:
    | 'payments'
    | 'payment histories'
    | 'payment power cut'
    | 'order moves'
    | 'price ids'
    | 'file calls'
    | 'second factor'
    | 'session tokens'
    | 'mail kill'
    | 'model'
    | 'pinned runs'
    | 'stories'
    | 'restore stories'
    | 'late responses'
    | 'kill'
    | 'file kill'
    | 'power cut'
    | 'file power cut'
    | 'several nodes'
    | 'database failures'
    | 'failover'
    | 'PostgreSQL stores';
}

const DECIDE_WRITE = 'sync-server/core/decide-write.ts';

export const PLANTED_BUGS: readonly PlantedBug[] = [
  {
    name: 'a verdict is sent before its commit',
    file: 'sync-server/stores/sqlite/commit-queue.ts',
    from: 'const results = withoutWaiting(() => runGroup(group));',
    to: `if (!database.inTransaction) {
        database.exec('BEGIN IMMEDIATE');
        setTimeout(() => database.exec('COMMIT'), 20);
      }
      const results = group.map(({ run }) => ({ value: inSavepoint(run) }));
      void [runGroup, withoutWaiting];`,
    foundBy: 'kill',
  },
  {
    name: 'a document that changes hands keeps its earlier readers',
    file: 'sync-server/stores/sqlite/write-decision.ts',
    from: ', owner = excluded.owner, audience = excluded.audience`;',
    to: ', owner = excluded.owner`;',
    foundBy: 'model',
  },
  {
    name: 'a page of changes begins a document too late',
    file: 'sync-server/stores/sqlite/read-changes.ts',
    from: 'read(rows.at(-1)?.[1] ?? after, wanted)',
    to: 'read(rows.at(-1)?.[1] ?? (after && after + 1), wanted)',
    foundBy: 'model',
  },
  {
    name: 'a verdict is sent before its commit, and the power fails',
    file: 'sync-server/stores/sqlite/commit-queue.ts',
    from: 'const results = withoutWaiting(() => runGroup(group));',
    to: `database.exec('BEGIN IMMEDIATE');
      const results = group.map(({ run }) => ({ value: inSavepoint(run) }));
      isScheduled = true;
      setTimeout(() => {
        database.exec('COMMIT');
        isScheduled = false;
        if (waiting.length > 0) flush();
        else for (const resolve of drained.splice(0)) resolve();
      }, 20);
      void [runGroup, withoutWaiting];`,
    foundBy: 'power cut',
  },
  {
    name: 'a row says stored before its pictures are made',
    file: 'sync-server/files/file-library.ts',
    from: 'const result = document === undefined ? await maker.make({ source, folder, id }) : DOCUMENT_MADE;',
    to: `if (document === undefined) await store.put({ ...row, state: 'stored', width: 1, height: 1 });
    const result = document === undefined ? await maker.make({ source, folder, id }) : DOCUMENT_MADE;`,
    foundBy: 'file kill',
  },
  {
    name: 'a row says received before its file has its name, and the power fails',
    file: 'sync-server/files/file-library.ts',
    from: `    await moveFlushed(upload.path, sourceOf(id));`,
    to: `    const row = { id, bucket, by, bytes: upload.totalBytes, at: clock.now() };
    await store.put({ ...row, state: 'received', ...NOT_MADE });
    await moveFlushed(upload.path, sourceOf(id));`,
    foundBy: 'file power cut',
  },
  {
    name: 'a row says stored before its pictures are made, and the power fails',
    file: 'sync-server/files/file-library.ts',
    from: 'const result = document === undefined ? await maker.make({ source, folder, id }) : DOCUMENT_MADE;',
    to: `if (document === undefined) await store.put({ ...row, state: 'stored', width: 1, height: 1 });
    const result = document === undefined ? await maker.make({ source, folder, id }) : DOCUMENT_MADE;`,
    foundBy: 'file power cut',
  },
  {
    name: 'the names of made pictures are not flushed',
    file: 'sync-server/files/picture-process.ts',
    from: '  await flushFolder(folder);',
    to: '  void flushFolder;',
    foundBy: 'file power cut',
  },
  {
    name: 'made pictures are not flushed',
    file: 'sync-server/files/picture-process.ts',
    from: '{ flush: true }',
    to: '{}',
    foundBy: 'file power cut',
  },
  {
    name: 'a mail is stored before the payment that causes it',
    file: 'sync-server/stores/sqlite/payment-store.ts',
    from: 'for (const mail of changed.mails) addMail(mail);',
    to: `for (const mail of changed.mails) addMail(mail);
    database.exec('COMMIT');
    database.exec('BEGIN IMMEDIATE');`,
    foundBy: 'payments',
  },
  {
    name: 'a mail counts as sent before the mail server has taken it',
    file: 'sync-server/mail/mails.ts',
    from: 'unstored = await attempt(row);',
    to: `await store.put({ ...row, state: 'sent', sentAt: clock.now() });
      unstored = await attempt(row);`,
    foundBy: 'mail kill',
  },
  {
    name: 'commits don’t wait for the disk (synchronous=NORMAL)',
    file: 'sync-server/stores/sqlite/open-database.ts',
    from: '  assertSettings(writer);',
    to: `  assertSettings(writer);
  writer.pragma('synchronous = NORMAL');`,
    foundBy: 'power cut',
  },
  {
    name: 'a backup gets its final name before it is complete',
    file: 'sync-server/stores/sqlite/back-up.ts',
    from: 'const partial = `${target}.partial`;',
    to: 'const partial = target;',
    foundBy: 'power cut',
  },
  ...ENGINE_BUGS,
  ...POSTGRES_BUGS,
  {
    name: 'a payment event counts as applied before it is',
    file: 'sync-server/payments/payment-events.ts',
    from: 'work: async (row) => store.putEvent(await attempt(row)),',
    to: `work: async (row) => {
      await store.putEvent({ ...row, state: 'applied' });
      await store.putEvent(await attempt(row));
    },`,
    foundBy: 'payment histories',
  },
  {
    name: 'the list of payment events is read for nothing',
    file: 'sync-server/payments/payment-events.ts',
    from: "if (await add(event, 'list')) missed += 1;",
    to: 'if (event) missed += 1;',
    foundBy: 'payment histories',
  },
  {
    name: 'a refund without its id is made twice',
    file: 'sync-server/payments/stripe-gateway.ts',
    from: 'metadata: { [REFUND]: reference }',
    to: 'metadata: {}',
    foundBy: 'payment histories',
  },
  {
    name: 'a refund is made again without a look at the provider’s list',
    file: 'sync-server/payments/stripe-gateway.ts',
    from: 'if (known) return toRefund(known);',
    to: 'void known;',
    foundBy: 'payment histories',
  },
  {
    name: 'a refund that was not answered is forgotten',
    file: 'sync-server/payments/payment-events.ts',
    from: 'await refunds.retry();',
    to: '',
    foundBy: 'payment histories',
  },
  {
    name: 'an event is answered with 200 before it is stored',
    file: 'sync-server/payments/payment-events.ts',
    from: "return (await add(event, 'webhook')) ? 'received' : 'duplicate';",
    to: `setTimeout(() => void add(event, 'webhook'), 20);
      return 'received';`,
    foundBy: 'payment power cut',
  },
  {
    name: 'a repeated event is applied again',
    file: 'sync-server/stores/sqlite/payment-store.ts',
    from: '`INSERT INTO paymentEvent ${EVENT_VALUES} ON CONFLICT (id) DO NOTHING`,',
    to: '`REPLACE INTO paymentEvent ${EVENT_VALUES}`,',
    foundBy: 'payments',
  },
  {
    name: 'an event that is applied twice confirms the order twice',
    file: 'sync-server/payments/payment-events.ts',
    from: '...(isFulfilled ? toConfirmationMails(next, session.id, now) : []),',
    to: '...(next.fulfilledAt === undefined ? [] : toConfirmationMails(next, createId(), now)),',
    foundBy: 'payment histories',
  },
  {
    name: 'an order is made without a payment',
    file: 'sync-server/payments/payment-events.ts',
    from: 'return { payment: next.paidAt === undefined ? next : { ...next, isOrderDue: true }, mails };',
    to: 'return { payment: { ...next, isOrderDue: true }, mails };',
    foundBy: 'payment histories',
  },
  {
    name: 'an upload is not compared with its id',
    file: 'sync-server/files/file-library.ts',
    from: 'if (!hash.startsWith(id)) {',
    to: 'if (hash === id) {',
    foundBy: 'file calls',
  },
  {
    name: 'the form of a file’s id is not checked',
    file: 'sync-server/files/file-uploads.ts',
    from: 'if (!FILE_ID.test(id) || ',
    to: 'if (',
    foundBy: 'file calls',
  },
  {
    name: 'anybody who knows its id goes on with an upload',
    file: 'sync-server/uploads/resumable-uploads.ts',
    from: `if (upload.metadata?.['owner'] !== callers.get(request)?.owner) throw { status_code: 404, body: '' };`,
    to: '',
    foundBy: 'file calls',
  },
  {
    name: 'a price id is not unique',
    file: DECIDE_WRITE,
    from: 'if (!taken) return undefined;',
    to: 'if (taken?.other !== request.id) return undefined;',
    foundBy: 'price ids',
  },
  {
    name: 'a code of a code app is accepted twice',
    file: 'sync-server/accounts/second-factors.ts',
    from: 'if (!(await tables.useTimeStep(accountId, step))) throw usedCode();',
    to: 'void [await tables.useTimeStep(accountId, step), usedCode];',
    foundBy: 'second factor',
  },
  {
    name: 'a recovery code is accepted twice',
    file: 'sync-server/stores/sqlite/factor-rows.ts',
    from: '`DELETE FROM recoveryCode WHERE accountId = ? AND hash = ?`',
    to: '`UPDATE recoveryCode SET hash = hash WHERE accountId = ? AND hash = ?`',
    foundBy: 'second factor',
  },
  {
    name: 'the token of a session is in the response to a sign-in',
    file: 'sync-server/http/account-routes.ts',
    from: `    securityLog.note(c, event);
    // The`,
    to: `    securityLog.note(c, event);
    return c.json(await response.json());
    // The`,
    foundBy: 'session tokens',
  },
  {
    name: 'the list of sessions has their tokens',
    file: 'sync-server/stores/sqlite/session-rows.ts',
    from: 'SELECT id, beganAt, usedAt, createdAt',
    to: 'SELECT token AS id, beganAt, usedAt, createdAt',
    foundBy: 'session tokens',
  },
  {
    name: 'an order takes any step',
    file: DECIDE_WRITE,
    from: 'findOrderProblem(request, data, current, actor) ??',
    to: '',
    foundBy: 'order moves',
  },
];
