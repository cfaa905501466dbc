// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, test } from 'vitest';
import type { PublicConfig } from '#shared/api/messages.ts';
import { consent } from '#pwa/data/analytics/consent.ts';
import { createFakeApp, renderInApp } from '../../../tests/support/fake-app.tsx';
import { LegalIndexPage } from './legal-index-page.tsx';
import { LegalPage } from './legal-page.tsx';

afterEach(cleanup);

function read(path: string, config?: Partial<PublicConfig>): string {
  const { container } = renderInApp(createFakeApp(config ? { config } : {}), <LegalPage />, { path });
  return container.textContent ?? '';
}

test('[R-LEG-01] the privacy policy has its own page', () => {
  read('/legals/privacy-policy');
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Privacy Policy');
});

test('[R-LEG-01] [R-CAL-18] visits are counted only with consent, given and withdrawn on the privacy page', async () => {
  read('/legals/privacy-policy');
  const agreed = screen.getByRole('checkbox', { name: 'Count the pages I open' }) as HTMLInputElement;
  expect([agreed.checked, consent.read()]).toEqual([false, false]);
  await userEvent.click(agreed);
  expect([agreed.checked, consent.read()]).toEqual([true, true]);
  expect(screen.getByText(/^Each page you open/)).toBeTruthy();
  await userEvent.click(agreed);
  expect([agreed.checked, consent.read()]).toEqual([false, false]);
  cleanup();
  read('/legals/warranty');
  expect(screen.queryByRole('checkbox')).toBeNull();
});

test('[R-LEG-02] the warranty lasts 12 months', () => {
  expect(read('/legals/warranty')).toContain('for 12 months from the day it was delivered');
});

test('[R-LEG-03] the warranty explains how to make a claim, step by step', () => {
  read('/legals/warranty');
  expect(screen.getByRole('heading', { name: 'How to make a claim' })).toBeTruthy();
  expect(document.querySelectorAll('ol > li').length).toBeGreaterThan(3);
});

test.each([
  ['[R-LEG-04]', 'within 14 days of the confirmed payment'],
  ['[R-LEG-05]', 'must be reported to us within 14 days of delivery'],
  ['[R-LEG-06]', 'we pay it within 14 days'],
  ['[R-LEG-07]', 'include GST'],
  ['[R-LEG-08]', 'not been delivered within 30 days, we notify you by email'],
  ['[R-LEG-09]', 'signature of a person aged 18 or over'],
  ['[R-LEG-10]', 'for 7 years'],
])('%s the terms and conditions say "%s"', (_id, words) => {
  expect(read('/legals/terms-and-conditions')).toContain(words);
});

test.each([
  [['AU'], 'We deliver to Australia within 14 days'],
  [['AU', 'NZ', 'FJ'], 'We deliver to Australia, New Zealand and Fiji within 14 days'],
  [['GB', 'NL'], 'We deliver to the United Kingdom and the Netherlands within 14 days'],
  [[], 'We deliver within 14 days'],
])('[R-LEG-04] where orders go is read from the settings: %j', (deliveryCountries, words) => {
  expect(read('/legals/terms-and-conditions', { deliveryCountries })).toContain(words);
});

test('[R-LEG-04] before the settings are known, the terms name no country', () => {
  expect(read('/legals/terms-and-conditions')).toContain('We deliver within 14 days');
});

test('[R-LEG-01] the terms say that a payment can take days', () => {
  expect(read('/legals/terms-and-conditions')).toContain('a bank transfer, take days');
});

test.each([
  ['name, address and role', 'your name, your email address and, if you work for us, your role'],
  ['the sign-in', 'your passkeys and your second factor'],
  ['the sessions', 'which browsers are signed in, and since when'],
  ['the mails', 'Which emails we sent you, and when'],
  ['the payments', 'what you bought'],
  ['the profile', 'the profile you fill in'],
  ['the cart', 'Your cart: a copy of it'],
  ['the enquiries', 'Enquiries: your name'],
  ['the purchase orders', 'Purchase orders, if you sell for us:'],
  ['the earlier versions', 'Every change to a record is kept in its history'],
])('[R-LEG-01] the privacy policy names what the file of an account’s data holds: %s', (_part, words) => {
  expect(read('/legals/privacy-policy')).toContain(words);
});

test.each([
  ['what the device keeps', 'your orders, your profile and, if you sell for us, your purchase orders'],
  ['Google', 'if you choose to sign in with it, Google'],
  ['what staff see', 'the name you give your device'],
  ['the cookie that tells browsers apart', '“nankeen.browser” is set when you sign up'],
  ['how long that cookie lasts', 'lasts 400 days'],
  ['what stays of a deleted account', 'stay without it for 7 years'],
])('[R-LEG-01] the privacy policy names %s', (_part, words) => {
  expect(read('/legals/privacy-policy')).toContain(words);
});

test('[R-LEG-01] the index links to all three texts', () => {
  render(
    <MemoryRouter>
      <LegalIndexPage />
    </MemoryRouter>,
  );
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '/legals/terms-and-conditions',
    '/legals/privacy-policy',
    '/legals/warranty',
  ]);
});
