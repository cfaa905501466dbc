// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { Picture } from './picture.tsx';
import { PictureOriginsContext } from './picture-origins.ts';
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

test('[R-ENT-09] an address at an allowed host is used unchanged, with space reserved for the picture', () => {
  render(
    <PictureOriginsContext value={['https://example.com']}>
      <Picture src="https://example.com/one.jpg" alt="One" sizes="50vw" />
    </PictureOriginsContext>,
  );
  const image = screen.getByRole('img', { name: 'One' });
  expect(image.getAttribute('src')).toBe('https://example.com/one.jpg');
  expect(document.querySelector('source')).toBeNull();
  expect([image.getAttribute('width'), image.getAttribute('height')]).toEqual(['960', '720']);
});

test('[R-ENT-09] [T16] a picture at any other host is a placeholder from the start', () => {
  const picture = <Picture src="https://other.example/one.jpg" alt="One" sizes="50vw" isFirst />;
  render(<PictureOriginsContext value={['https://example.com']}>{picture}</PictureOriginsContext>);
  expect(screen.getByRole('img', { name: 'One' }).tagName).toBe('SPAN');
  expect(renderToString(picture)).not.toContain('other.example');
});

test('[R-ENT-09] a picture that fails to load is replaced by a placeholder with the same name', () => {
  render(<Picture src="/pictures/none/1.webp" alt="A drone" sizes="50vw" />);
  fireEvent.error(screen.getByRole('img'));
  expect(screen.getByRole('img', { name: 'A drone' }).tagName).toBe('SPAN');
});

test('[FI4] without a service worker, a picture that waits on this device shows from its cache', async () => {
  const address = `/pictures/u/${'a'.repeat(32)}.webp`;
  const match = vi.fn(async (path: string) => (path === address ? new Response('bytes') : undefined));
  vi.stubGlobal('caches', { match });
  onTestFinished(() => void vi.unstubAllGlobals());
  render(<Picture src={address} alt="A drone" sizes="50vw" />);
  fireEvent.error(screen.getByRole('img'));
  await waitFor(() => expect(screen.getByRole('img').getAttribute('src')).toMatch(/^blob:/));
  expect(match).toHaveBeenCalledWith(address, { cacheName: 'own-pictures' });
  expect(document.querySelector('source')).toBeNull();
});

test('[R-ENT-09] a picture that failed before hydration is replaced by the placeholder too', () => {
  const picture = <Picture src="/pictures/none/1.webp" alt="A drone" sizes="50vw" />;
  const container = document.body.appendChild(document.createElement('div'));
  container.innerHTML = renderToString(picture);
  // The test environment loads no pictures: the element is complete, with a width of zero.
  const image = container.querySelector('img') as HTMLImageElement;
  expect([image.complete, image.naturalWidth]).toEqual([true, 0]);
  render(picture, { container, hydrate: true });
  expect(screen.getByRole('img', { name: 'A drone' }).tagName).toBe('SPAN');
});

test('[R-ENT-09] the main picture of the first screen loads with high priority, all others with low', () => {
  render(<Picture src="/pictures/recon-vtol/1.webp" alt="First" sizes="50vw" isFirst />);
  render(<Picture src="/pictures/recon-vtol/2.webp" alt="Second" sizes="50vw" />);
  const order = (name: string) => screen.getByRole('img', { name }).getAttribute('fetchpriority');
  expect([order('First'), order('Second')]).toEqual(['high', 'low']);
});

test('[R-ENT-09] a missing picture shows a known reason, and loads again when the reason is gone', () => {
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
