// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createFakeApp, renderInApp } from '../../../tests/support/fake-app.tsx';
import { Footer } from './footer.tsx';

beforeEach(() => {
  renderInApp(createFakeApp({ config: { contactEmail: 'hello@nankeen.example' } }), <Footer />);
});
afterEach(cleanup);

test('[R-GEN-05] the footer says what the company is', () => {
  expect(screen.getByText('A Next-Generation Australian Drone Company')).toBeTruthy();
});

test('[R-GEN-06] the footer shows the configured mailbox as a mail link', () => {
  const link = screen.getByRole('link', { name: 'hello@nankeen.example' });
  expect(link.getAttribute('href')).toBe('mailto:hello@nankeen.example');
});

test('[R-GEN-07] the footer links to the three legal texts', () => {
  const hrefs = ['Terms and Conditions', 'Privacy Policy', 'Warranty'].map((name) =>
    screen.getByRole('link', { name }).getAttribute('href'),
  );
  expect(hrefs).toEqual(['/legals/terms-and-conditions', '/legals/privacy-policy', '/legals/warranty']);
});

test('[R-GEN-08] the copyright year is always 2024', () => {
  expect(screen.getByText(/© 2024/)).toBeTruthy();
});

test('[R-SHL-07] the footer has the columns Company, Connect and Information', () => {
  const headings = screen.getAllByRole('heading').map((heading) => heading.textContent);
  expect(headings).toEqual(['Company', 'Connect', 'Information']);
});
