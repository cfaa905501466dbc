import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import {
  COLLECTION_NAMES,
  COLLECTIONS,
  findCollection,
  type CollectionName,
} from '#shared/collections/catalogue.ts';
import { NO_USER, SYNC_FIELDS } from '#shared/collections/collection.ts';
import { PRODUCT_CATEGORIES, PRODUCT_LISTS } from '#shared/collections/products.ts';
import { PROFILE_IMAGE_PLACEHOLDER } from '#shared/kernel/placeholders.ts';
import { ENGINEERING_NEEDS, MISSION_TYPES, PURCHASE_ROLES } from '#shared/collections/purchase-orders.ts';
import { validateDocument } from '#shared/documents/validate-document.ts';
import { toContent } from '#shared/sync/wire-document.ts';
import { STORED_DOCUMENTS } from '../../tests/support/stored-documents.ts';

const CARRIED = ['FBUID', 'createdAt'];

const words = (text: string): readonly string[] => text.split(' ');

/** The own fields of each collection, and the required ones among them. */
const SHAPES: Readonly<
  Record<CollectionName, { readonly fields: readonly string[]; readonly filled: readonly string[] }>
> = {
  products: {
    fields: words(
      'productName STUPID productCategory productImages productDescriptions productFeatures ' +
        'productSpecifications productDimensions productShipping productDownloads productPrices',
    ),
    filled: ['productName', 'STUPID', 'productCategory'],
  },
  checkouts: { fields: ['checkoutItems'], filled: [] },
  profiles: {
    fields: words(
      'profileNameGiven profileNameFamily profileNameOther profileImage profileEmail profileMobile profileAddress ' +
        'profileDateOfBirth profileClinicName profileDiscipline profileTypeTherapist profileTypeClient',
    ),
    filled: [],
  },
  contacts: {
    fields: ['contactName', 'contactEmail', 'contactPhone', 'contactCompany', 'contactMessage'],
    filled: ['contactName', 'contactEmail', 'contactMessage'],
  },
  templates: { fields: ['templateName', 'templateImage'], filled: ['templateName'] },
  ukraines: {
    fields: ['templateImage', 'selectedComponents', 'role', 'engineeringNeeds', 'missionType'],
    filled: [],
  },
  orders: {
    fields: words(
      'orderNumber orderState orderReview orderLines orderTotalCents orderGstCents orderPaidCents orderCurrency ' +
        'orderName orderEmail orderPhone orderAddress orderPaidAt orderRefunds orderTracking orderMoves',
    ),
    filled: ['orderNumber', 'orderCurrency'],
  },
  inbox: { fields: ['inboxState', 'inboxAssignee', 'inboxNotes', 'inboxReplies'], filled: [] },
};

const REQUIRED = 'This field is required.';

const messages = (name: CollectionName, changes: Readonly<Record<string, unknown>>) =>
  validateDocument(name, { ...toContent(STORED_DOCUMENTS[name]), ...changes }).map(
    ({ path, message }) => `${path}: ${message}`,
  );

/** Messages of a form, which come from the schema. */
const formMessages = (name: CollectionName, changes: Readonly<Record<string, unknown>>) =>
  v
    .safeParse(COLLECTIONS[name].schema, { ...STORED_DOCUMENTS[name], ...changes })
    .issues?.map((issue) => `${v.getDotPath(issue)}: ${issue.message}`);

function expectShape(name: CollectionName): void {
  const { fields, filled } = SHAPES[name];
  expect(Object.keys(COLLECTIONS[name].schema.entries).toSorted()).toEqual(
    [...CARRIED, ...SYNC_FIELDS, ...fields].toSorted(),
  );
  expect(COLLECTIONS[name].name).toBe(name);
  expect(messages(name, {})).toEqual([]);
  expect(messages(name, { surprise: 1 })).toEqual(['surprise: There is no field of this name.']);
  for (const field of [...CARRIED, ...fields].filter((one) => one !== 'FBUID')) {
    const { [field]: _left, ...rest } = toContent(STORED_DOCUMENTS[name]);
    expect(validateDocument(name, rest)).toEqual([{ code: 'required', path: field, message: REQUIRED }]);
  }
  for (const field of SYNC_FIELDS) {
    const { [field]: _left, ...rest } = STORED_DOCUMENTS[name];
    expect(v.is(COLLECTIONS[name].schema, rest)).toBe(false);
  }
  for (const field of filled) {
    for (const nothing of [' ', null]) {
      expect(messages(name, { [field]: nothing })).toEqual([`${field}: ${REQUIRED}`]);
      expect(formMessages(name, { [field]: nothing })).toEqual([`${field}: required`]);
    }
  }
  const empty = fields.filter((field) => messages(name, { [field]: '' }).includes(`${field}: ${REQUIRED}`));
  expect(empty).toEqual(filled);
}

describe('the shape of every collection', () => {
  it('[R-ENT-05] [R-ENT-06] [R-ENT-07] a product has exactly the specified fields', () =>
    expectShape('products'));
  it('[R-ENT-15] a cart has exactly the specified fields', () => expectShape('checkouts'));
  it('[R-ENT-16] a profile has exactly the specified fields', () => expectShape('profiles'));
  it('[R-ENT-17] an enquiry has exactly the specified fields', () => expectShape('contacts'));
  it('[R-ENT-18] a template has exactly the specified fields', () => expectShape('templates'));
  it('[R-ENT-19] a purchase order has exactly the specified fields', () => expectShape('ukraines'));
  it('[R-ENT-05] every collection has a shape', () => {
    expect(Object.keys(SHAPES).toSorted()).toEqual(COLLECTION_NAMES.toSorted());
  });

  it('[R-VAL-01] [R-VAL-03] an empty form names exactly the required fields', () => {
    const texts = {
      contactName: '',
      contactEmail: '',
      contactPhone: '',
      contactCompany: '',
      contactMessage: '',
    };
    expect(formMessages('contacts', texts)).toEqual([
      'contactName: required',
      'contactEmail: required',
      'contactMessage: required',
    ]);
    expect(formMessages('products', { productName: '', STUPID: '', productCategory: '' })).toEqual([
      'productName: required',
      'STUPID: required',
      'productCategory: required',
    ]);
    expect(formMessages('templates', { templateName: '' })).toEqual(['templateName: required']);
  });

  it('[R-ENT-06] a category is drones, batteries or propellers', () => {
    expect(PRODUCT_CATEGORIES).toEqual(['drones', 'batteries', 'propellers']);
    expect(formMessages('products', { productCategory: 'Drones' })).toEqual(['productCategory: required']);
  });

  it('[R-ENT-07] [R-ENT-08] each of the eight lists holds entries of value, label and description, and nothing else', () => {
    const entry = { value: '', label: '', description: '' };
    expect(PRODUCT_LISTS).toHaveLength(8);
    for (const list of PRODUCT_LISTS) {
      expect(messages('products', { [list]: [] })).toEqual([]);
      expect(messages('products', { [list]: [entry, entry] })).toEqual([]);
      for (const part of Object.keys(entry)) {
        const partial = Object.fromEntries(Object.entries(entry).filter(([name]) => name !== part));
        expect(messages('products', { [list]: [partial] })).toEqual([`${list}[0].${part}: ${REQUIRED}`]);
      }
      expect(messages('products', { [list]: [{ ...entry, extra: '' }] })).toHaveLength(1);
    }
  });

  it('[R-ENT-15] a cart starts empty, and each item is a product with a price reference and a count', () => {
    const [item] = STORED_DOCUMENTS.checkouts.checkoutItems;
    expect(messages('checkouts', { checkoutItems: [] })).toEqual([]);
    expect(messages('checkouts', { checkoutItems: [{ ...item, productCount: 11 }] })).toHaveLength(1);
    expect(messages('checkouts', { checkoutItems: [{ ...item, productCount: undefined }] })).toHaveLength(1);
  });

  it('[R-ENT-16] a profile has a placeholder picture; address and date of birth may be missing', () => {
    expect(PROFILE_IMAGE_PLACEHOLDER).toMatch(/^\/\w/);
    expect(
      messages('profiles', { profileAddress: '1 Dry Creek Rd', profileDateOfBirth: '1990-02-28' }),
    ).toEqual([]);
    expect(messages('profiles', { profileEmail: null, profileTypeClient: 'yes' })).toHaveLength(2);
  });

  it('[R-ENT-19] [R-ENT-20] [R-VAL-11] an order holds at least one component, from quantity 1, and never date, expiry or number', () => {
    const components = (quantity: number, price = 2.86) => ({
      selectedComponents: [{ name: 'x', quantity, price }],
    });
    expect(messages('ukraines', components(1))).toEqual([]);
    for (const quantity of [0, -1, 1.5]) expect(messages('ukraines', components(quantity))).toHaveLength(1);
    for (const price of [-1, Number.POSITIVE_INFINITY])
      expect(messages('ukraines', components(1, price))).toHaveLength(1);
    expect(messages('ukraines', { selectedComponents: [] })).toHaveLength(1);
    for (const field of ['date', 'expiry', 'poNumber'])
      expect(messages('ukraines', { [field]: 'x' })).toHaveLength(1);
  });

  it('[R-PCK-01] [R-CST-07] [R-CST-08] roles, engineering needs and mission types are the specified ones', () => {
    expect(PURCHASE_ROLES).toEqual(['Drone Engineer', 'Drone Pilot', 'Civilian']);
    expect(ENGINEERING_NEEDS).toEqual([
      'Improve radio range',
      'Get around jamming',
      'Fix broken flight controller',
      'Replace GPS or camera module',
    ]);
    expect(MISSION_TYPES).toEqual(['FPV', 'Heavy Payload', 'Recon Drone', 'Scout / Observation']);
    for (const role of PURCHASE_ROLES)
      expect(messages('ukraines', { role, engineeringNeeds: '', missionType: '' })).toEqual([]);
    expect(
      messages('ukraines', { role: 'Pilot', engineeringNeeds: 'Other', missionType: 'Other' }),
    ).toHaveLength(3);
  });

  it('[R-REV-01] the creation time of a document is a valid time with an offset', () => {
    for (const createdAt of ['2026-02-30T09:00:00Z', '2026-01-01T25:00:00Z', '2026-01-01', 'now']) {
      expect(messages('contacts', { createdAt })).toHaveLength(1);
    }
  });

  it('[R-ENT-04] a write without a user is by "no user found", and an unknown name finds no collection', () => {
    expect(NO_USER).toBe('no user found');
    expect(['toString', '__proto__', 'purchase-orders', ''].map(findCollection)).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });
});
