import * as v from 'valibot';
import { describe, expect, it, test } from 'vitest';
import { sampleProduct } from '../../tests/support/sample-product.ts';
import { mergeForm } from './merge-form.ts';
import {
  BLANK_ENTRY,
  DESCRIPTION_PLACES,
  findNewIdProblem,
  readProductForm,
  suggestIds,
  toDuplicateForm,
  toFormSchema,
  toNewId,
  toProductContent,
  toProductForm,
  type ProductContent,
  type ProductForm,
} from './product-form.ts';

const PRODUCT = sampleProduct();
const { FBUID: _id, createdAt: _at, writeId: _write, sync: _sync, ...CONTENT } = PRODUCT;
const FORM = toProductForm(PRODUCT);
const entry = (value: string, label = '', description = '') => ({ value, label, description });

const problemsOf = (form: ProductForm, before = toProductForm(undefined)) => {
  const parsed = v.safeParse(toFormSchema(before), form);
  return (parsed.issues ?? []).map((issue) => [v.getDotPath(issue), issue.message]);
};

describe('a product and its form', () => {
  it('[PB1] a form that nobody changed describes the same product', () => {
    expect(toProductContent(FORM, PRODUCT)).toEqual(CONTENT);
    expect(toProductContent(FORM, undefined)).toEqual({
      ...CONTENT,
      productPrices: [{ ...PRODUCT.productPrices[0], label: '' }],
    });
  });

  it('[PB2] the nine descriptions have a place each', () => {
    expect(DESCRIPTION_PLACES.map((place) => FORM[place])).toEqual(PRODUCT.productDescriptions);
    expect(FORM.summary.value).toBe('description 0 value');
    expect(FORM.cardText.value).toBe('description 5 value');
  });

  it.each([0, 3, 5, 7])('[PB2] clearing place %i moves no other', (index) => {
    const place = DESCRIPTION_PLACES[index] ?? 'summary';
    const { productDescriptions } = toProductContent({ ...FORM, [place]: BLANK_ENTRY }, PRODUCT);
    expect(productDescriptions).toEqual(PRODUCT.productDescriptions.with(index, BLANK_ENTRY));
  });

  it('[PB2] a new product stores no blank place behind its last text', () => {
    const form = { ...toProductForm(undefined), productCategory: 'drones', cardText: entry('Card') } as const;
    expect(toProductContent(form, undefined).productDescriptions).toEqual([
      ...Array.from({ length: 5 }, () => BLANK_ENTRY),
      entry('Card'),
    ]);
  });

  it('[PB1] what the form does not show stays: further prices and descriptions, blank entries', () => {
    const before: ProductContent = {
      ...CONTENT,
      productDescriptions: [...CONTENT.productDescriptions, entry('tenth'), BLANK_ENTRY],
      productFeatures: [BLANK_ENTRY, entry('Flies')],
    };
    const form = { ...toProductForm(before), price: ' 12.50 ' };
    expect(toProductContent(form, before)).toEqual({
      ...before,
      productPrices: [{ ...before.productPrices[0], value: '12.50' }, before.productPrices[1]],
    });
  });

  it('[PB2] rows that were left blank are not stored', () => {
    const form = { ...FORM, productFeatures: [BLANK_ENTRY, entry('', '  '), entry('Flies')] };
    expect(toProductContent(form, PRODUCT).productFeatures).toEqual([entry('Flies')]);
  });

  it('[PB1] a product without price and price id has no price entry', () => {
    const before = { ...CONTENT, productPrices: [] };
    expect(toProductContent(toProductForm(before), before).productPrices).toEqual([]);
  });

  it('[PB6] a copy has no id of the payment provider', () => {
    expect(toDuplicateForm(FORM)).toEqual({ ...FORM, STUPID: '', priceId: '' });
  });

  it('[PB3] kept input of another version is read field by field', () => {
    expect(readProductForm(JSON.parse(JSON.stringify(FORM)))).toEqual(FORM);
    const { productName, ...rest } = FORM;
    expect(readProductForm({ productName, productCategory: 'boats', price: 5, productImages: {} })).toEqual({
      ...toProductForm(undefined),
      productName,
    });
    expect(readProductForm(rest).productName).toBe('');
  });
});

describe('what may be saved', () => {
  it('[R-VAL-06] name, payment product id and category are required', () => {
    expect(problemsOf(toProductForm(undefined))).toEqual([
      ['productName', 'required'],
      ['productCategory', 'required'],
      ['STUPID', 'required'],
    ]);
    expect(problemsOf({ ...FORM, productName: ' ' })).toEqual([['productName', 'required']]);
    expect(problemsOf(FORM)).toEqual([]);
  });

  it.each(['0', '0.49', '1000000', '1e9', '-5'])('[PB8] the price %s is refused', (price) => {
    expect(problemsOf({ ...FORM, price })).toEqual([['price', expect.stringMatching(/price/)]]);
    expect(problemsOf({ ...FORM, price }, { ...FORM, price })).toEqual([]);
  });

  it.each(['', 'abc', 'on request', '0.50', '999999.99'])('[PB8] the price “%s” is accepted', (price) => {
    expect(problemsOf({ ...FORM, price })).toEqual([]);
  });

  it('[PB8] a download links to https, mailto or a path, unless it was stored already', () => {
    const productDownloads = [entry('/manuals/a.pdf'), entry('javascript:alert(1)')];
    const form = { ...FORM, productDownloads };
    expect(problemsOf(form)).toEqual([['productDownloads.1.value', expect.stringMatching(/link/)]]);
    expect(problemsOf({ ...form, productDownloads: productDownloads.toReversed() }, form)).toEqual([]);
  });

  it('[PB2] a list has at most 200 entries', () => {
    const entries = (length: number) => Array.from({ length }, () => entry('x'));
    expect(problemsOf({ ...FORM, productFeatures: entries(200), productDownloads: entries(0) })).toEqual([]);
    expect(problemsOf({ ...FORM, productFeatures: entries(201) })).toEqual([
      ['productFeatures', 'A list has at most 200 entries.'],
    ]);
  });
});

describe('the id of a new product', () => {
  test.each([
    ['  Recon VTOL (Agri) ', 'recon-vtol-agri', undefined],
    ['Ünïted -- 2', 'n-ted-2', undefined],
    ['create', 'create', 'reserved'],
    ['Checksum!', 'checksum', 'reserved'],
    ['???', '', 'empty'],
  ])('[R-VAL-08] the name “%s” gives “%s”: %s', (name, id, problem) => {
    expect(toNewId(name, undefined)).toBe(id);
    expect(findNewIdProblem(id)).toBe(problem);
  });

  test('[PB1] an id chosen instead holds while the name leads to the same id', () => {
    const [first, second] = suggestIds('recon');
    expect([first, second]).toEqual(['recon-2', 'recon-3']);
    const chosen = { insteadOf: 'recon', id: 'recon-2' };
    expect(toNewId('Recon!', chosen)).toBe('recon-2');
    expect(toNewId('Scout', chosen)).toBe('scout');
  });
});

describe('a product that changes while its form is open', () => {
  it('[PB4] fields that were left alone follow, touched ones stay', () => {
    const mine = { ...FORM, price: '1.00' };
    const newer = { ...FORM, productName: 'Recon 2', software: entry('New') };
    expect(mergeForm(FORM, mine, newer)).toEqual({ form: { ...newer, price: '1.00' }, clashes: [] });
  });

  it('[PB4] a field that both changed keeps mine and reports theirs', () => {
    const merged = mergeForm(FORM, { ...FORM, price: '1.00' }, { ...FORM, price: '2.00' });
    expect(merged).toEqual({
      form: { ...FORM, price: '1.00' },
      clashes: [{ field: 'price', theirs: '2.00' }],
    });
    expect(mergeForm(FORM, { ...FORM, price: '2.00' }, { ...FORM, price: '2.00' }).clashes).toEqual([]);
  });

  it('[PB4] a list merges entry by entry, also when one side adds to it', () => {
    const [first, second, third] = FORM.productFeatures;
    const mine = {
      ...FORM,
      productFeatures: [entry('mine'), second, third] as ProductForm['productFeatures'],
    };
    const newer = {
      ...FORM,
      productFeatures: [first, second, entry('theirs'), entry('added')] as ProductForm['productFeatures'],
    };
    const { form, clashes } = mergeForm(FORM, mine, newer);
    expect(form.productFeatures).toEqual([entry('mine'), second, entry('theirs'), entry('added')]);
    expect(clashes).toEqual([]);
  });

  it('[PB4] an entry that both changed, or that one removed, is a clash of the list', () => {
    const [first, second, third] = FORM.productFeatures;
    const withFeatures = (...productFeatures: (typeof first)[]) =>
      ({ ...FORM, productFeatures }) as ProductForm;
    const both = mergeForm(
      FORM,
      withFeatures(entry('mine'), second, third),
      withFeatures(entry('theirs'), second, third),
    );
    expect(both.form.productFeatures[0]).toEqual(entry('mine'));
    expect(both.clashes.map(({ field }) => field)).toEqual(['productFeatures']);
    const removed = mergeForm(
      FORM,
      withFeatures(first, second),
      withFeatures(first, second, entry('theirs')),
    );
    expect(removed.form.productFeatures).toEqual([first, second]);
    expect(removed.clashes.map(({ field }) => field)).toEqual(['productFeatures']);
  });
});
