import type { Clock } from '#shared/kernel/clock.ts';
import type { Log } from '#server/log.ts';
import type { Mails } from '#server/mail/mails.ts';
import type { MailContent } from '#server/mail/templates/templates.ts';

const HOUR_MS = 3_600_000;

/** Mails to the person who runs the shop, one per incident. */
export interface Alerts {
  /** Queues the mail, again in an hour if that fails, unless this incident's mail was queued already. Never rejects. */
  raise(alert: Alert): Promise<void>;
  /** Ends an incident, so that the next one sends a mail again. */
  end(incident: Alert['template']): void;
}

/** The template names the incident. */
export type Alert = Extract<MailContent, { readonly template: 'backup-failed' | 'disk-full' }>;

export interface AlertsOptions {
  readonly mails: Pick<Mails, 'queue'>;
  /** The recipient's address. */
  readonly to: string;
  readonly clock: Clock;
  readonly log: Log;
}

/** Open incidents are in memory: after a restart an incident that lasts sends one more mail. */
export function createAlerts({ mails, to, clock, log }: AlertsOptions): Alerts {
  /** When the mail of an open incident may be queued again. */
  const incidents = new Map<Alert['template'], number>();
  return {
    async raise(alert) {
      const { template } = alert;
      const now = clock.now();
      if (now < (incidents.get(template) ?? 0)) return;
      incidents.set(template, Number.POSITIVE_INFINITY);
      try {
        await mails.queue({ ...alert, key: `${template}:${now}`, to });
      } catch (err) {
        incidents.set(template, now + HOUR_MS);
        // For example on a full disk.
        log.error(
          { err, incident: template },
          'The mail about an incident could not be stored. It is tried again in an hour.',
        );
      }
    },
    end: (incident) => void incidents.delete(incident),
  };
}
