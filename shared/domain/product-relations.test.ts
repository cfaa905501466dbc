import { describe, expect, it } from 'vitest';
import type { Product } from '#shared/collections/products.ts';
import { sampleProduct } from '../../tests/support/sample-product.ts';
import { findRelated } from './product-relations.ts';

function named(
  productName: string,
  category: Product['productCategory'],
  ...specs: [string, string, string][]
) {
  return sampleProduct({
    FBUID: productName.toLowerCase(),
    productName,
    productCategory: category,
    productSpecifications: specs.map(([label, value, description]) => ({ label, value, description })),
  });
}

const recon = named(
  'Recon',
  'drones',
  ['Battery', '6S 19 Ah', 'One 6S 19 Battery'],
  ['Propellers', 'Recon Set', ''],
);
const agri = named('Recon Agri', 'drones', ['propellers ', 'Supplied as the RECON-SET, twice', '']);
const lifter = named(
  'Lifter',
  'drones',
  ['Motors', 'Not the Recon Set', ''],
  ['Battery', '16S 19 Battery', ''],
);
const pack = named('6S 19 Battery', 'batteries', ['Charger', 'Field Charger', '']);
const charger = named('Field Charger', 'batteries');
const set = named('Recon Set', 'propellers');
const all = [recon, agri, lifter, pack, charger, set];

/** A copy, as another read of the same product gives. */
const fitsOf = (product: Product) =>
  findRelated({ ...product }, all).fits.map(({ productName }) => productName);
const dronesOf = (product: Product) =>
  findRelated({ ...product }, all).drones.map(({ productName }) => productName);

describe('the products that go with another', () => {
  it('[R-DET-07] are those named in its battery, propellers or charger', () => {
    expect(fitsOf(recon)).toEqual(['6S 19 Battery', 'Recon Set']);
  });

  it('[R-DET-07] are also those that name it', () => {
    expect(fitsOf(pack)).toEqual(['Recon', 'Field Charger']);
    expect(fitsOf(set)).toEqual(['Recon', 'Recon Agri']);
    expect(fitsOf(charger)).toEqual(['6S 19 Battery']);
  });

  it('[R-DET-07] are not those whose name is only a part of what is named, or that another entry names', () => {
    expect(fitsOf(agri)).toEqual(['Recon Set']);
    expect(fitsOf(lifter)).toEqual([]);
  });
});

describe('further drones', () => {
  it('[R-DET-07] are the next ones in the list, without this one and those that go with it', () => {
    expect(dronesOf(recon)).toEqual(['Recon Agri', 'Lifter']);
    expect(dronesOf(agri)).toEqual(['Lifter', 'Recon']);
    expect(dronesOf(charger)).toEqual(['Lifter', 'Recon', 'Recon Agri']);
    expect(dronesOf(set)).toEqual(['Lifter']);
  });
});
