import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Stripe } from 'stripe';
import { startMailServer, type MailServerMood } from '../../tests/support/mail-server.ts';
import { measureMissed } from './missed-payments.ts';
import { buildNankeen, startNankeen, type NankeenServer } from '../support/build-nankeen.ts';
import { toQuantiles, type Quantiles } from '../sync/measures/quantiles.ts';

const RESULTS = fileURLToPath(new URL('../results/', import.meta.url));
const DUE = 100;
const DELIVERIES = 500;
const TARGET_MS = 200;
const MISSED = 1000;
const MISSED_TARGET_S = 60;

const print = (text: string) => process.stdout.write(`${text}\n`);

/** Pays for one product on the test page. @returns the session's id */
async function buy(origin: string, number: number, news = 'now'): Promise<string> {
  const started = await fetch(`${origin}/api/v1/checkout/sessions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ lines: [{ price: 'price_demo_recon-vtol', quantity: 1 }] }),
  });
  const { id } = (await started.json()) as { id: string };
  const paid = await fetch(`${origin}/test-payment/${id}/pay`, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin },
    body: new URLSearchParams({ email: `buyer-${number}@example.com`, news }).toString(),
  });
  if (paid.status !== 303) throw new Error(`The payment was answered with ${paid.status}.`);
  return id;
}

/** Delivers an event of a session as the payment provider does. @returns how long the answer took */
async function deliver(server: NankeenServer, sessionId: string, number: number): Promise<number> {
  const secrets = JSON.parse(readFileSync(join(server.dataDir, 'secrets.json'), 'utf8')) as {
    readonly webhookSecret: string;
  };
  const payload = JSON.stringify({
    id: `evt_${number}`,
    object: 'event',
    type: 'checkout.session.completed',
    livemode: false,
    data: { object: { id: sessionId } },
  });
  const signature = new Stripe('sk_test').webhooks.generateTestHeaderString({
    payload,
    secret: secrets.webhookSecret,
  });
  const from = performance.now();
  const answer = await fetch(`${server.origin}/api/v1/webhooks/stripe`, {
    method: 'POST',
    headers: { 'stripe-signature': signature },
    body: payload,
  });
  await answer.arrayBuffer();
  if (!answer.ok) throw new Error(`The delivery was answered with ${answer.status}.`);
  return performance.now() - from;
}

/** Times of deliveries while mails are due to a mail server in this mood. */
async function measure(mood: MailServerMood): Promise<Quantiles> {
  const mailServer = await startMailServer(mood);
  Object.assign(process.env, { CHECKOUTS_PER_HOUR: '9999', SMTP_URL: mailServer.url });
  const server = await startNankeen();
  try {
    const sessions: string[] = [];
    for (let count = 0; count < DUE; count++) sessions.push(await buy(server.origin, count));
    const times: number[] = [];
    for (let count = 0; count < DELIVERIES; count++)
      times.push(await deliver(server, sessions[count % DUE] ?? '', count));
    return toQuantiles(times);
  } finally {
    await server.stop();
    await mailServer.stop();
  }
}

buildNankeen();
const results: Partial<Record<MailServerMood, Quantiles>> = {};
for (const mood of ['accepting', 'refusing', 'silent', 'slow'] as const) {
  const found = await measure(mood);
  results[mood] = found;
  const { median, p95, p99 } = found;
  const [a, b, c] = [median, p95, p99].map((ms) => ms.toFixed(1).padStart(7));
  print(
    `${mood.padEnd(10)} webhook: median ${a} ms, p95 ${b} ms, p99 ${c} ms   ≤ ${TARGET_MS} ${p99 <= TARGET_MS ? 'yes' : 'NO'}`,
  );
}
const missed = await measureMissed(MISSED, (origin, number) => buy(origin, number, 'never'));
print(
  `${MISSED} payments that the shop was not told of: ${missed.toFixed(1)} s   ≤ ${MISSED_TARGET_S} ${missed <= MISSED_TARGET_S ? 'yes' : 'NO'}`,
);
mkdirSync(RESULTS, { recursive: true });
writeFileSync(
  join(RESULTS, 'mail.json'),
  `${JSON.stringify({ ...results, missedSeconds: missed }, null, 2)}\n`,
);
