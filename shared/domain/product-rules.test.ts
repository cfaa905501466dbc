import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { centsToDecimal, parseCents } from '#shared/kernel/money.ts';
import { sampleProduct } from '../../tests/support/sample-product.ts';
import { SEED } from '../../tests/support/seed.ts';
import {
  findLinkFault,
  findPriceFault,
  findProductFault,
  MAX_PRICE_CENTS,
  MIN_PRICE_CENTS,
} from './product-rules.ts';

const entry = (value: string) => ({ value, label: '', description: '' });
const priced = (value: string) => sampleProduct({ productPrices: [entry(value), entry('-1')] });
const linked = (...links: string[]) => sampleProduct({ productDownloads: links.map(entry) });

describe('the price of a product', () => {
  it('[PB8] every amount from 0.50 to 999,999.99 is a price', () => {
    const cents = fc.integer({ min: MIN_PRICE_CENTS, max: MAX_PRICE_CENTS });
    fc.assert(
      fc.property(cents, (amount) => findPriceFault(centsToDecimal(amount)) === undefined),
      { seed: SEED },
    );
  });

  it.each(['0', '0.49', '1000000', '1e9', '-5', '1e-7', '24.999', '.5', '5.', '$ 1,250.00', 'AUD 7', '0x10'])(
    '[PB8] the number %j is refused',
    (price) => expect(findPriceFault(price)).toMatch(/price/),
  );

  it.each(['', ' ', 'POA', 'on request', 'from 5', '5 to 7'])(
    '[PB8] [R-CST-03] the text %j is no number and means Enquire',
    (price) => expect(findPriceFault(price)).toBeUndefined(),
  );

  it('[PB8] any text is either refused, or readable and in range, or no number', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const cents = parseCents(text);
        return findPriceFault(text) !== undefined || cents === undefined || cents >= MIN_PRICE_CENTS;
      }),
      { seed: SEED },
    );
  });

  it('[PB8] only the first price counts, and only a changed one is checked', () => {
    expect(findProductFault(priced('0.10'))).toMatchObject({ path: 'productPrices[0].value' });
    expect(findProductFault(priced('0.50'))).toBeUndefined();
    expect(findProductFault(priced('0.10'), priced('0.10'))).toBeUndefined();
    expect(findProductFault(priced('0.10'), priced('0.20'))).toBeDefined();
    for (const damaged of [undefined, 'x', [], [null], [{}]]) {
      expect(findProductFault(priced('0.10'), { productPrices: damaged })).toBeDefined();
    }
  });
});

describe('the link of a download', () => {
  it.each(['', '/', '/manuals/a.pdf', 'https://nankeen.example/a', 'HTTPS://x', 'mailto:a@nankeen.example'])(
    '[PB8] %j is one',
    (link) => expect(findLinkFault(link)).toBeUndefined(),
  );

  it.each([
    'javascript:alert(1)',
    'data:text/html,x',
    'http://nankeen.example',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    'https://',
    'https:///evil.example',
    'mailto:',
    'manual.pdf',
    ' /manual.pdf',
  ])('[PB8] [T16] %j is refused', (link) => expect(findLinkFault(link)).toMatch(/link/));

  it('[PB8] only a new link is checked, wherever it was before', () => {
    expect(findProductFault(linked('/a', 'x'))).toMatchObject({ path: 'productDownloads[1].value' });
    expect(findProductFault(linked('y', '/a', 'x'), linked('x', 'y'))).toBeUndefined();
  });
});
