// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { afterEach, expect, test } from 'vitest';
import { Picture } from './picture.tsx';
import { toAvifSources } from './picture-sources.ts';

afterEach(cleanup);

test('[R-ENT-09] a rendered picture offers AVIF in three widths, a portrait in two', () => {
  expect(toAvifSources('/pictures/recon-vtol/1.webp')).toBe(
    '/pictures/recon-vtol/1-480.avif 480w, /pictures/recon-vtol/1-960.avif 960w, /pictures/recon-vtol/1-1600.avif 1600w',
  );
  expect(toAvifSources('/pictures/home/hero-portrait.webp')).toBe(
    '/pictures/home/hero-portrait-480.avif 480w, /pictures/home/hero-portrait-960.avif 960w',
  );
});

test('[R-ENT-09] any other address is shown as it is, with its room kept', () => {
  render(<Picture src="https://example.com/one.jpg" alt="One" sizes="50vw" />);
  const image = screen.getByRole('img', { name: 'One' });
  expect(document.querySelector('source')).toBeNull();
  expect([image.getAttribute('width'), image.getAttribute('height')]).toEqual(['960', '720']);
});

test('[R-ENT-09] a picture that cannot be had is drawn, and keeps its name', () => {
  render(<Picture src="/pictures/none/1.webp" alt="A drone" sizes="50vw" />);
  fireEvent.error(screen.getByRole('img'));
  expect(screen.getByRole('img', { name: 'A drone' }).tagName).toBe('SPAN');
});

test('[R-ENT-09] a picture that failed in a rendered page, before the app was there to hear of it, is drawn too', () => {
  const picture = <Picture src="/pictures/none/1.webp" alt="A drone" sizes="50vw" />;
  const container = document.body.appendChild(document.createElement('div'));
  container.innerHTML = renderToString(picture);
  // No picture is ever loaded here: the element says that it is done and has none.
  const image = container.querySelector('img') as HTMLImageElement;
  expect([image.complete, image.naturalWidth]).toEqual([true, 0]);
  render(picture, { container, hydrate: true });
  expect(screen.getByRole('img', { name: 'A drone' }).tagName).toBe('SPAN');
});

test('[R-ENT-09] the largest picture of the first screen goes before all others', () => {
  render(<Picture src="/pictures/recon-vtol/1.webp" alt="First" sizes="50vw" isFirst />);
  render(<Picture src="/pictures/recon-vtol/2.webp" alt="Second" sizes="50vw" />);
  const order = (name: string) => screen.getByRole('img', { name }).getAttribute('fetchpriority');
  expect([order('First'), order('Second')]).toEqual(['high', 'low']);
});

test('[R-ENT-09] a picture that cannot be had says why where that is known, and is tried again once that is over', () => {
  const picture = (why?: string) => (
    <Picture src="/pictures/recon-vtol/2.webp" alt="A drone" sizes="50vw" whyMissing={why} />
  );
  const { rerender } = render(picture('Not saved on this device'));
  expect(screen.queryByText('Not saved on this device')).toBeNull();
  fireEvent.error(screen.getByRole('img'));
  expect(screen.getByText('Not saved on this device')).toBeTruthy();
  expect(screen.getByRole('img', { name: 'A drone: Not saved on this device' })).toBeTruthy();
  rerender(picture());
  expect(screen.getByRole('img', { name: 'A drone' }).tagName).toBe('IMG');
});
