import { expect, it } from 'vitest';
import { replaceAddresses } from './picture-addresses.ts';

const OWN: Readonly<Record<string, string>> = {
  'https://cdn.example/1.jpg': '/pictures/u/a.webp',
  'https://cdn.example/1.jpg?v=2': '/pictures/u/b.webp',
  'http://cdn.example/w_1,h_2/3.jpg': '/pictures/u/c.webp',
  'https://cdn.example/4.jpg?a=1&b=2': '/pictures/u/d.webp',
};

it.each([
  ['JSON', '{"value":"https://cdn.example/1.jpg"}', '{"value":"/pictures/u/a.webp"}'],
  ['escaped slashes', String.raw`["https:\/\/cdn.example\/1.jpg"]`, '["/pictures/u/a.webp"]'],
  ['escaped characters', String.raw`["https://cdn.example/4.jpg?a=1\u0026b=2"]`, '["/pictures/u/d.webp"]'],
  [
    'JSON in a cell',
    '"[{""value"":""https://cdn.example/1.jpg""}]"',
    '"[{""value"":""/pictures/u/a.webp""}]"',
  ],
  [
    'JSON in JSON',
    String.raw`{"raw":"{\"v\":\"https://cdn.example/1.jpg\"}"}`,
    String.raw`{"raw":"{\"v\":\"/pictures/u/a.webp\"}"}`,
  ],
  ['a table', 'x,https://cdn.example/1.jpg,Front, side', 'x,/pictures/u/a.webp,Front, side'],
  [
    'semicolons',
    'https://cdn.example/1.jpg;https://other.example/2.jpg',
    '/pictures/u/a.webp;https://other.example/2.jpg',
  ],
  ['a longer address', '"https://cdn.example/1.jpg?v=2"', '"/pictures/u/b.webp"'],
  ['another longer address', '"https://cdn.example/1.jpg.html"', '"https://cdn.example/1.jpg.html"'],
  ['a comma within', 'x,"http://cdn.example/w_1,h_2/3.jpg",y', 'x,"/pictures/u/c.webp",y'],
  ['other text', 'see https://cdn.example/ for \u00c3\u00a4', 'see https://cdn.example/ for \u00c3\u00a4'],
])('[R-MIG-05] replaces addresses in %s', (_name, text, expected) => {
  expect(replaceAddresses(text, (address) => OWN[address])).toBe(expected);
});
