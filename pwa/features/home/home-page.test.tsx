// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { HomePage } from './home-page.tsx';

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  render(
    <MemoryRouter>
      <HomePage Offer={() => null} />
    </MemoryRouter>,
  );
  await screen.findByRole('region', { name: 'Services' });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

function shownSlide() {
  const slides = screen.getAllByRole('group', { hidden: true });
  return slides.find((slide) => !slide.hasAttribute('inert'))?.getAttribute('aria-label');
}

test('[R-HOME-01] the hero opens the page with its only main heading, a picture and a link to the first product', () => {
  const [heading] = screen.getAllByRole('heading');
  const hero = within(screen.getByRole('region', { name: heading?.textContent ?? '' }));
  expect(screen.getAllByRole('heading', { level: 1 })).toEqual([heading]);
  expect(hero.getByRole('img').getAttribute('alt')).toContain('Recon VTOL');
  expect(hero.getByRole('link', { name: 'See Recon VTOL' }).getAttribute('href')).toBe('/product/recon-vtol');
});

test('[R-HOME-02] three products are in a carousel, one shown at a time', () => {
  expect(screen.getByRole('region', { name: 'Three to start with' })).toBeTruthy();
  expect(shownSlide()).toBe('1 of 3');
});

test('[R-HOME-03] the strip shows exactly the four figures', () => {
  const figures = within(screen.getByRole('list', { name: 'Recon VTOL in figures' })).getAllByRole(
    'listitem',
  );
  expect(figures.map((figure) => figure.textContent)).toEqual([
    '90 minMax flight time',
    '65 km/hOptimal speed',
    '20-30 kmVideo feed range',
    '60-74 kmTelemetry range',
  ]);
});

test.each([
  ['[R-HOME-04]', 'Services'],
  ['[R-HOME-05]', 'Industries'],
  ['[R-HOME-06]', 'Drones-As-A-Service'],
  ['[R-HOME-07]', 'Training and support'],
])('%s the page has the section %s', (_id, name) => {
  expect(screen.getByRole('region', { name })).toBeTruthy();
});

test('[R-HOME-05] the industries are agriculture, mining, fishing and camera systems', () => {
  const headings = within(screen.getByRole('region', { name: 'Industries' })).getAllByRole('heading', {
    level: 3,
  });
  expect(headings.map((heading) => heading.textContent)).toEqual([
    'Agriculture',
    'Mining',
    'Fishing',
    'Camera systems',
  ]);
});

test('[R-HOME-08] the carousel advances every 10000 ms and wraps around', () => {
  act(() => void vi.advanceTimersByTime(9999));
  expect(shownSlide()).toBe('1 of 3');
  act(() => void vi.advanceTimersByTime(1));
  expect(shownSlide()).toBe('2 of 3');
  act(() => void vi.advanceTimersByTime(10_000));
  expect(shownSlide()).toBe('3 of 3');
  act(() => void vi.advanceTimersByTime(10_000));
  expect(shownSlide()).toBe('1 of 3');
});

test('[R-HOME-08] hovering pauses the carousel, and its button stops it and changes its label', () => {
  const carousel = screen.getByRole('region', { name: 'Three to start with' });
  fireEvent.pointerEnter(carousel);
  act(() => void vi.advanceTimersByTime(30_000));
  expect(shownSlide()).toBe('1 of 3');
  fireEvent.pointerLeave(carousel);
  fireEvent.click(screen.getByRole('button', { name: 'Stop automatic slide show' }));
  expect(screen.getByRole('button', { name: 'Start automatic slide show' })).toBeTruthy();
  act(() => void vi.advanceTimersByTime(30_000));
  expect(shownSlide()).toBe('1 of 3');
});

test('[R-HOME-08] keyboard focus inside stops the carousel', () => {
  act(() => screen.getByRole('button', { name: 'Next slide' }).focus());
  expect(screen.getByRole('button', { name: 'Start automatic slide show' })).toBeTruthy();
});

test.each([
  ['[R-HOME-09]', 'See Recon VTOL', '/product/recon-vtol'],
  ['[R-HOME-10]', 'See 6S 19000 mAh Battery', '/product/6s-19000-mah-battery'],
  ['[R-HOME-11]', 'See Recon VTOL Propeller Set', '/product/recon-vtol-propeller-set'],
])('%s a slide links to the product: %s', (_id, name, href) => {
  const slides = screen.getAllByRole('group', { hidden: true });
  const links = slides.flatMap((slide) => within(slide).queryAllByRole('link', { name, hidden: true }));
  expect(links.map((link) => link.getAttribute('href'))).toEqual([href]);
});

test('[R-HOME-12] the contact button links to the enquiry form', () => {
  expect(screen.getByRole('link', { name: 'Contact Us' }).getAttribute('href')).toBe('/contact');
});
