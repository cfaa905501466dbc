import { expect, test } from 'vitest';
import { isAllowedPicture, toPictureOrigin } from './picture-origin.ts';

const ORIGINS = ['https://shop.example', 'https://images.example'];

test.each([
  '/pictures/recon/1.webp',
  'pictures/recon/1.webp',
  '/pictures/a:b.webp?x=//images.example',
  '',
  'https://images.example/1.webp',
  'HTTPS://Images.Example?x',
  ' https://images.example/1.webp',
  'https://images.example\\@evil.example/1.webp',
  'https://shop.example/pictures/recon/1.webp',
])('[T16] a picture at %j is shown', (address) => {
  expect(isAllowedPicture(address, ORIGINS)).toBe(true);
  const { origin } = new URL(address, 'https://shop.example/product/recon');
  expect(ORIGINS).toContain(origin);
});

test.each([
  'https://evil.example/1.webp',
  'http://images.example/1.webp',
  'https://images.example:8443/1.webp',
  'https://images.example.evil.example/1.webp',
  'https://images.example\t.evil.example/1.webp',
  'https://images.example@evil.example/1.webp',
  'https:evil.example/1.webp',
  'https:/evil.example/1.webp',
  'https:\\\\evil.example/1.webp',
  'h\nttps://evil.example/1.webp',
  '//evil.example/1.webp',
  '/\\evil.example/1.webp',
  '\\\\evil.example/1.webp',
  '/\t/evil.example/1.webp',
  '\0//evil.example/1.webp',
  'data:image/png;base64,iVBORw0KGgo=',
  'blob:https://images.example/5c2f',
  'javascript:alert(1)',
  'file:///etc/passwd',
])('[T16] a picture at %j is not shown', (address) => {
  expect(isAllowedPicture(address, ORIGINS)).toBe(false);
});

test('[T16] every address of another origin is found, whatever a browser makes of it', () => {
  const parts = [
    '/',
    '\\',
    '\t',
    ':',
    'https',
    'HTTP',
    '@',
    '?',
    '#',
    '.',
    ' ',
    'images.example',
    'evil.example',
    '',
  ];
  for (const a of parts)
    for (const b of parts)
      for (const c of parts)
        for (const d of parts) {
          const address = a + b + c + d;
          const base = 'https://shop.example/product/recon';
          if (!isAllowedPicture(address, ORIGINS) || !URL.canParse(address, base)) continue;
          const { origin } = new URL(address, base);
          expect(ORIGINS, JSON.stringify(address)).toContain(origin);
        }
});

test.each([
  ['https://CDN.example/1.jpg', 'https://cdn.example'],
  ['http://cdn.example/1.jpg', 'http://cdn.example'],
  ['//cdn.example/1.jpg', '//cdn.example'],
  ['data:image/png,x', 'data:'],
  ['/pictures/1.webp', ''],
])('the origin of %j is %j', (address, origin) => {
  expect(toPictureOrigin(address)).toBe(origin);
});
