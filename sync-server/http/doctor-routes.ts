import { statfs } from 'node:fs/promises';
import { ENDPOINTS } from '#shared/api/endpoints.ts';
import type { Config } from '#server/config.ts';
import type { MailStore } from '#server/mail/mail-store.ts';
import { findMailProblem } from '#server/mail/smtp-mailer.ts';
import type { Payments } from '#server/payments/create-payments.ts';
import type { PaymentStore } from '#server/payments/payment-store.ts';
import type { Storage } from '#server/storage.ts';
import { checkReadiness } from '#server/upkeep/check-readiness.ts';
import type { ApiRouter } from './api-router.ts';
import { listStaff, type StaffParts } from './staff-routes.ts';

export interface DoctorParts extends StaffParts {
  readonly config: Config;
  readonly payments: Pick<Payments, 'listWebhooks'>;
  readonly storage: StaffParts['storage'] & {
    readonly mails: Pick<MailStore, 'count'>;
    readonly payments: Pick<PaymentStore, 'countEvents'>;
    readonly backups: Pick<Storage['backups'], 'names'>;
    readonly documents: Pick<Storage['documents'], 'failure'>;
    isDamaged(): boolean;
  };
}

/** How far back payment events are counted. */
const EVENTS_MS = 7 * 24 * 3_600_000;

/** Compares the running shop with what going live needs, for `nankeen doctor`. */
export function doctorRoutes(api: ApiRouter, parts: DoctorParts): void {
  const { config, payments, storage, clock } = parts;
  api.on(ENDPOINTS.doctor, async () => {
    const [mailProblem, mailsGivenUp, webhooks, paymentEvents, disk, [lastBackup]] = await Promise.all([
      config.smtpUrl === undefined ? undefined : findMailProblem(config.smtpUrl),
      storage.mails.count('given-up'),
      config.stripe ? payments.listWebhooks().catch(() => undefined) : undefined,
      storage.payments.countEvents(clock.now() - EVENTS_MS),
      readDisk(config.dataDir),
      storage.backups.names(),
    ]);
    const checks = checkReadiness({
      config,
      mailProblem,
      mailsGivenUp,
      webhooks,
      paymentEvents,
      staff: (await listStaff(parts)).staff,
      lastBackupAt: lastBackup?.at,
      disk,
      failure: storage.documents.failure?.() ?? (storage.isDamaged() ? 'damaged' : undefined),
      now: clock.now(),
    });
    return { publicUrl: config.publicUrl, checks: [...checks] };
  });
}

async function readDisk(folder: string) {
  const { blocks, bfree, bavail, bsize } = await statfs(folder);
  const used = blocks - bfree;
  return { usedPercent: Math.floor((100 * used) / (used + bavail)), freeBytes: bavail * bsize };
}
