import { describe, expect, it } from 'vitest';
import { readConfig } from '#server/config.ts';
import { checkReadiness, type Readiness } from '#server/upkeep/check-readiness.ts';
import type { DoctorCheck } from '#shared/api/doctor-routes.ts';
import type { StaffMember } from '#shared/api/staff-routes.ts';

const SECRETS = {
  ADMIN_TOKEN: 'admin-QkZ3vB6nM4cD',
  ACCESS_CODE: 'kestrel-9',
  STRIPE_SECRET_KEY: 'sk_live_4eC39HqLyjWDarjt',
  STRIPE_WEBHOOK_SECRET: 'whsec_7f3Kd93jfKslw02',
  SMTP_URL: 'smtps://shop:mail-password@mail.example',
};
const SETTINGS = {
  ...SECRETS,
  PRODUCTION: 'true',
  PUBLIC_URL: 'https://shop.example',
  CONTACT_EMAIL: 'hello@shop.example',
  COMPANY_NAME: 'Nankeen Pty Ltd',
  COMPANY_ADDRESS: '12 Hangar Road, Tamworth NSW 2340',
  ABN: '51824753556',
  GST_RULE: 'law',
  TRUST_PROXY: '127.0.0.1',
};
const NOW = Date.parse('2026-11-24T00:00:00Z');
const HOUR = 3_600_000;
const WEBHOOK = {
  url: 'https://shop.example/api/v1/webhooks/stripe',
  isEnabled: true,
  missingEvents: [] as string[],
};
const manager = (email: string): StaffMember => ({
  email,
  role: 'manager',
  source: 'settings',
  grantedAt: null,
  grantedBy: null,
  account: 'verified',
  hasSecondFactor: true,
});
const READY: Readiness = {
  config: readConfig(SETTINGS, '/srv'),
  mailProblem: undefined,
  mailsGivenUp: 0,
  webhooks: [WEBHOOK],
  paymentEvents: { webhook: 5, list: 1 },
  staff: [manager('mia@shop.example'), manager('kim@shop.example')],
  lastBackupAt: NOW - 5 * HOUR,
  disk: { usedPercent: 40, freeBytes: 60e9 },
  failure: undefined,
  now: NOW,
};

const find = (facts: Partial<Readiness>, check: DoctorCheck['check']) =>
  checkReadiness({ ...READY, ...facts }).find((one) => one.check === check);
const withSettings = (settings: Readonly<Record<string, string>>) => ({
  config: readConfig({ ...SETTINGS, ...settings }, '/srv'),
});

describe('whether a shop is ready to go live', () => {
  it('[R-SHP-04] a shop that has everything has no problem and no warning', () => {
    expect(checkReadiness(READY).filter(({ state }) => state !== 'ok')).toEqual([]);
  });

  it('[R-SHP-04] a demo has a problem with each thing that going live needs', () => {
    const facts = {
      ...READY,
      config: readConfig({}, '/srv'),
      webhooks: undefined,
      staff: [],
      lastBackupAt: undefined,
    };
    const problems = checkReadiness(facts).filter(({ state }) => state === 'problem');
    expect(problems.map(({ check }) => check)).toEqual([
      'production',
      'address',
      'secrets',
      'mail',
      'payments',
      'company',
      'managers',
      'backups',
    ]);
  });

  it.each([
    ['proxy', 'warning', 'TRUST_PROXY=127.0.0.1', withSettings({ TRUST_PROXY: '' })],
    ['mail', 'problem', 'mails come from hello@nankeen.example', withSettings({ CONTACT_EMAIL: '' })],
    ['mail', 'problem', '535 Authentication failed', { mailProblem: '535 Authentication failed' }],
    ['mail', 'warning', 'nankeen mails', { mailsGivenUp: 3 }],
    ['payments', 'warning', 'could not be read', { webhooks: undefined }],
    ['payments', 'problem', 'Add it', { webhooks: [{ ...WEBHOOK, url: 'https://old.example/hook' }] }],
    ['payments', 'problem', 'Enable it', { webhooks: [{ ...WEBHOOK, isEnabled: false }] }],
    [
      'payments',
      'problem',
      'Add charge.refunded',
      { webhooks: [{ ...WEBHOOK, missingEvents: ['charge.refunded'] }] },
    ],
    [
      'payments',
      'warning',
      'the server found 3 in Stripe’s list',
      { paymentEvents: { webhook: 0, list: 3 } },
    ],
    ['payments', 'ok', 'Stripe sends events here', { paymentEvents: { webhook: 0, list: 0 } }],
    ['delivery', 'ok', 'AU, NZ', withSettings({ DELIVERY_COUNTRIES: 'AU,NZ' })],
    ['delivery', 'warning', 'asked for no address', withSettings({ DELIVERY_COUNTRIES: 'none' })],
    ['company', 'problem', 'Set COMPANY_NAME, ABN', withSettings({ COMPANY_NAME: '', ABN: '' })],
    ['company', 'warning', 'GST_RULE=law', withSettings({ GST_RULE: 'specified' })],
    ['managers', 'problem', 'STAFF_EMAILS', { staff: [] }],
    [
      'managers',
      'problem',
      'set up a second factor',
      { staff: [{ ...manager('a@b.example'), hasSecondFactor: false }] },
    ],
    [
      'managers',
      'problem',
      'use the mailed link',
      { staff: [{ ...manager('a@b.example'), account: 'unverified' as const }] },
    ],
    ['managers', 'warning', 'Only one manager', { staff: [manager('a@b.example')] }],
    ['backups', 'problem', 'There is no backup', { lastBackupAt: undefined }],
    ['backups', 'problem', '72 hours old', { lastBackupAt: NOW - 72 * HOUR }],
    ['backups', 'warning', 'None is scheduled', withSettings({ BACKUP_EVERY: 'off' })],
    ['disk', 'warning', '85 % full', { disk: { usedPercent: 85, freeBytes: 9e9 } }],
    ['disk', 'problem', 'Make room', { disk: { usedPercent: 91, freeBytes: 9e9 } }],
    ['disk', 'problem', '0.4 GB are free', { disk: { usedPercent: 40, freeBytes: 400e6 } }],
    ['data', 'problem', 'disk-full', { failure: 'disk-full' }],
  ] as const)('[R-SHP-04] %s: a %s that says “%s”', (check, state, words, facts) => {
    const found = find(facts, check);
    expect(found?.state).toBe(state);
    expect(found?.text).toContain(words);
  });

  it('[T50] no text has a secret', () => {
    const text = JSON.stringify([
      checkReadiness(READY),
      checkReadiness({
        ...READY,
        ...withSettings({ STRIPE_SECRET_KEY: 'sk_live_4eC39HqLyjWDarjt' }),
        webhooks: undefined,
      }),
    ]);
    for (const secret of [...Object.values(SECRETS), 'mail-password']) expect(text).not.toContain(secret);
  });
});
