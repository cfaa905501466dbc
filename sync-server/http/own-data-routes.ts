import { OWN_DATA_FILE } from '#shared/api/account-routes.ts';
import { ENDPOINTS } from '#shared/api/endpoints.ts';
import { AppError } from '#shared/kernel/app-error.ts';
import { utcIso } from '#shared/kernel/clock.ts';
import type { Accounts, AccountSession } from '#server/accounts/accounts.ts';
import { toRole, type StaffRule } from '#server/accounts/staff-rule.ts';
import type { DocumentStore } from '#server/core/document-store.ts';
import { ownDocumentTexts } from '#server/core/own-documents.ts';
import type { Mails } from '#server/mail/mails.ts';
import type { MailRow } from '#server/mail/mail-store.ts';
import type { Payment } from '#server/payments/payment.ts';
import type { Storage } from '#server/storage.ts';
import type { ApiRouter } from './api-router.ts';
import { listPasskeys } from './factor-routes.ts';
import { createQuota, type QuotaParts, type QuotaRule } from './quota.ts';
import { listSessions } from './session-routes.ts';

export interface OwnDataParts extends QuotaParts {
  readonly accounts: Accounts;
  readonly staffRule: StaffRule;
  readonly store: DocumentStore;
  readonly storage: Pick<Storage, 'payments' | 'accounts' | 'mails'>;
  readonly mails: Pick<Mails, 'subjectOf'>;
}

const DOWNLOADS: QuotaRule = {
  name: 'downloads of own data',
  perOwner: { capacity: 10, perMinute: 10 / 60 },
  perNetwork: { capacity: 60, perMinute: 1 },
  message: (wait) => `Your data was downloaded several times in the last hour. Try again in ${wait}.`,
};

/** Characters of a piece of the response. */
const PIECE = 65_536;

/** A signed-in person downloads everything that is stored of the account. The file has no token, hash or password. */
export function ownDataRoutes(api: ApiRouter, parts: OwnDataParts): void {
  const { accounts, staffRule, store, storage, mails, clock } = parts;
  const downloads = createQuota(parts, DOWNLOADS);

  async function* toTexts(session: AccountSession): AsyncGenerator<string> {
    const { accountId, sessionId, email, name, emailVerified, photo } = session;
    const role = toRole(staffRule, session);
    const payments = await storage.payments.ownedBy(`account:${accountId}`);
    const ownMails = await storage.mails.listTo(email);
    const head = {
      madeAt: utcIso(clock.now()),
      account: { id: accountId, email, name, emailVerified, photo, role },
      signInMethods: await storage.accounts.tables.signInMethodsOf(accountId),
      recoveryCodesLeft: (await accounts.secondFactor.read(accountId)).recoveryCodesLeft,
      sessions: await listSessions(accounts, sessionId),
      // Their ids would be of use to nobody but the shop.
      passkeys: (await listPasskeys(accounts, accountId)).map(({ id: _id, ...passkey }) => passkey),
      mails: ownMails.map((row) => toMailFacts(row, mails.subjectOf(row))),
      payments: payments.map(toFacts),
    };
    yield `${JSON.stringify(head).slice(0, -1)},\n"documents":`;
    yield* ownDocumentTexts(store, session);
    // A file without this field was cut off on its way.
    yield ',\n"isComplete":true}\n';
  }

  api.onRaw(ENDPOINTS.ownData, async (c) => {
    const session = await accounts.sessionOf(c.req.raw.headers);
    if (!session) throw new AppError('unauthenticated', 'Sign in first.');
    await downloads.take(c);
    c.set('isStreamed', true);
    return c.body(ReadableStream.from(toPieces(toTexts(session))), 200, {
      'Content-Type': 'application/json',
      'Content-Disposition': `attachment; filename="${OWN_DATA_FILE}"`,
      'Cache-Control': 'no-store',
    });
  });
}

/** Without the text, which may have a link that still works. */
function toMailFacts({ state, queuedAt, sentAt }: MailRow, subject: string) {
  return { subject, state, queuedAt: utcIso(queuedAt), sentAt: sentAt === null ? null : utcIso(sentAt) };
}

/** What a buyer may know of a payment; its page and its session at the provider are left out, which open it. */
function toFacts(payment: Payment) {
  const { id, status, lines, totalCents, currency, email, delivery, createdAt, fulfilledAt } = payment;
  return {
    id,
    status,
    lines: lines.map(({ productId, name, quantity, unitCents }) => ({
      productId,
      name,
      quantity,
      unitCents,
    })),
    totalCents,
    currency,
    email: email ?? null,
    delivery: delivery ?? null,
    createdAt: utcIso(createdAt),
    confirmedAt: fulfilledAt === undefined ? null : utcIso(fulfilledAt),
  };
}

async function* toPieces(texts: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  let piece = '';
  for await (const text of texts) {
    piece += text;
    if (piece.length < PIECE) continue;
    yield Buffer.from(piece);
    piece = '';
  }
  yield Buffer.from(piece);
}
