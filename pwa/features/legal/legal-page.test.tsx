// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, test } from 'vitest';
import { consent } from '#pwa/data/analytics/consent.ts';
import { LegalIndexPage } from './legal-index-page.tsx';
import { LegalPage } from './legal-page.tsx';

afterEach(cleanup);

function read(path: string): string {
  const { container } = render(
    <MemoryRouter initialEntries={[path]}>
      <LegalPage />
    </MemoryRouter>,
  );
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
