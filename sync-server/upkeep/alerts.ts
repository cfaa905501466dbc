import type { Clock } from '#shared/kernel/clock.ts';
import type { Log } from '#server/log.ts';
import type { Mailer } from '#server/mail/mailer.ts';

const HOUR_MS = 3_600_000;

export interface Alert {
  readonly subject: string;
  readonly text: string;
}

/** Mails to the person who runs the shop, one per incident. */
export interface Alerts {
  /** Sends the mail unless this incident's mail was sent already. A mail that fails is sent again in an hour. */
  raise(incident: string, alert: Alert): Promise<void>;
  /** Ends an incident, so that the next one sends a mail again. */
  end(incident: string): void;
}

export interface AlertsOptions {
  readonly mailer: Mailer;
  /** The recipient's address. */
  readonly to: string;
  readonly clock: Clock;
  readonly log: Log;
}

/** Open incidents are in memory: after a restart an incident that lasts sends one more mail. */
export function createAlerts({ mailer, to, clock, log }: AlertsOptions): Alerts {
  /** When the mail of an open incident may be sent again. */
  const incidents = new Map<string, number>();
  return {
    async raise(incident, { subject, text }) {
      if (clock.now() < (incidents.get(incident) ?? 0)) return;
      incidents.set(incident, clock.now() + HOUR_MS);
      try {
        await mailer.send({ to, subject, text });
        incidents.set(incident, Number.POSITIVE_INFINITY);
      } catch (err) {
        log.error({ err, incident }, 'The mail about an incident was not sent. It is sent again in an hour.');
      }
    },
    end: (incident) => void incidents.delete(incident),
  };
}
