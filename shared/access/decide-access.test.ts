import { describe, expect, it } from 'vitest';
import { ANONYMOUS, toOwner, toOwners, type Actor, type Owner } from '#shared/access/actor.ts';
import {
  canChange,
  canCreate,
  canRead,
  toAudience,
  toNewOwner,
  toReadScope,
} from '#shared/access/decide-access.ts';
import { COLLECTION_NAMES } from '#shared/collections/catalogue.ts';

const ACTORS = {
  anonymous: ANONYMOUS,
  phone: { ...ANONYMOUS, fid: 'phone' },
  tablet: { ...ANONYMOUS, fid: 'tablet' },
  'ada on her tablet': { ...ANONYMOUS, fid: 'tablet', accountId: 'ada' },
  staff: { ...ANONYMOUS, fid: 'desk', accountId: 'bea', isStaff: true },
  admin: { ...ANONYMOUS, isAdmin: true },
  'phone with the access code': { ...ANONYMOUS, fid: 'phone', hasAccessCode: true },
} as const satisfies Record<string, Actor>;

/** Documents of each collection: one created by the phone, one by Ada's account, one imported without an owner. */
const OWNERS: Readonly<Record<string, Owner | undefined>> = {
  phone: 'device:phone',
  ada: 'account:ada',
  ownerless: undefined,
};

/** An actor's rights in words: `create`, `read` and `change` with the creators of the documents. */
function toRights(collection: string, actor: Actor): string {
  const makers = Object.keys(OWNERS);
  const owner = (maker: string) => OWNERS[maker];
  const read = makers.filter((maker) => canRead(collection, actor, toAudience(collection, owner(maker))));
  const change = makers.filter((maker) => canChange(collection, actor, owner(maker)));
  const rights = [
    ...(canCreate(collection, actor) ? ['create'] : []),
    ...(read.length > 0 ? [`read ${read.join('+')}`] : []),
    ...(change.length > 0 ? [`change ${change.join('+')}`] : []),
  ];
  return rights.join(', ') || 'nothing';
}

type Rights = Readonly<Record<keyof typeof ACTORS, string>>;

const EVERYTHING = 'create, read phone+ada+ownerless, change phone+ada+ownerless';
const OWN_PHONE = 'create, read phone, change phone';
const OWN_ADA = 'create, read ada, change ada';
const READ_ALL = 'read phone+ada+ownerless';

const CATALOGUE: Rights = {
  anonymous: READ_ALL,
  phone: READ_ALL,
  tablet: READ_ALL,
  'ada on her tablet': READ_ALL,
  staff: EVERYTHING,
  admin: EVERYTHING,
  'phone with the access code': READ_ALL,
};
const PERSONAL: Rights = {
  anonymous: 'nothing',
  phone: OWN_PHONE,
  tablet: 'create',
  'ada on her tablet': OWN_ADA,
  staff: 'create',
  admin: EVERYTHING,
  'phone with the access code': OWN_PHONE,
};
const LOCKED: Rights = {
  anonymous: 'nothing',
  phone: 'nothing',
  tablet: 'nothing',
  'ada on her tablet': 'nothing',
  staff: READ_ALL,
  admin: EVERYTHING,
  'phone with the access code': OWN_PHONE,
};
const STAFF_ONLY: Rights = { ...LOCKED, staff: EVERYTHING, 'phone with the access code': 'nothing' };

const MATRIX: Readonly<Record<string, Rights>> = {
  products: CATALOGUE,
  templates: CATALOGUE,
  checkouts: PERSONAL,
  profiles: PERSONAL,
  contacts: { ...PERSONAL, staff: EVERYTHING },
  ukraines: LOCKED,
  orders: {
    ...PERSONAL,
    phone: 'read phone',
    tablet: 'nothing',
    'ada on her tablet': 'read ada',
    staff: `${READ_ALL}, change phone+ada+ownerless`,
    'phone with the access code': 'read phone',
  },
  inbox: STAFF_ONLY,
  human: STAFF_ONLY,
  __proto__x: STAFF_ONLY,
};

describe('access rules', () => {
  it.each(Object.entries(MATRIX))('[AC1] [R-ROL-01] [R-ROL-03] rights in %s', (collection, expected) => {
    const rights = Object.entries(ACTORS).map(([name, actor]) => [name, toRights(collection, actor)]);
    expect(Object.fromEntries(rights)).toEqual(expected);
  });

  it('[AC1] the matrix covers every collection of the product', () => {
    expect(Object.keys(MATRIX)).toEqual(expect.arrayContaining([...COLLECTION_NAMES]));
  });

  it('[AC1] an actor may read every document it may change', () => {
    for (const collection of Object.keys(MATRIX)) {
      for (const [name, actor] of Object.entries(ACTORS)) {
        const owners = [...Object.values(OWNERS), ...toOwners(actor)];
        const changeable = owners.filter((owner) => canChange(collection, actor, owner));
        for (const owner of changeable) {
          expect(
            canRead(collection, actor, toAudience(collection, owner)),
            `${name} reads ${collection}`,
          ).toBe(true);
        }
      }
    }
  });

  it('[AC1] an account owns what it creates on any device, and can read that device’s own documents', () => {
    const ada = ACTORS['ada on her tablet'];
    expect(toOwner(ada)).toBe('account:ada');
    expect(toReadScope('checkouts', ada)).toEqual(['device:tablet', 'account:ada']);
    expect(toOwner(ACTORS.tablet)).toBe('device:tablet');
    expect(toOwner(ACTORS.admin)).toBeUndefined();
    expect(canRead('checkouts', { ...ANONYMOUS, fid: 'ada' }, 'account:ada')).toBe(false);
  });

  it('[AC1] with the access code, staff may write purchase orders as well as read them', () => {
    const holder = { ...ACTORS.staff, hasAccessCode: true };
    expect(toRights('ukraines', holder)).toBe(`create, ${READ_ALL}`);
    expect(canChange('ukraines', holder, 'account:bea')).toBe(true);
  });

  it('[AC1] [T03] a cart or profile belongs to the device or account whose id it has', () => {
    const ada = ACTORS['ada on her tablet'];
    for (const collection of ['checkouts', 'profiles']) {
      const mayTake = (actor: Actor) =>
        ['phone', 'tablet', 'ada', 'other'].filter((id) => canCreate(collection, actor, id));
      expect(mayTake(ACTORS.phone)).toEqual(['phone']);
      expect(mayTake(ada)).toEqual(['tablet', 'ada']);
      expect(mayTake(ACTORS.staff)).toEqual([]);
      expect(mayTake(ACTORS.admin)).toHaveLength(4);
      const ownerOf = (id: string) => toNewOwner({ collection, id }, ada);
      expect(['tablet', 'ada'].map(ownerOf)).toEqual(['device:tablet', 'account:ada']);
    }
    expect(canCreate('contacts', ACTORS.phone, 'other')).toBe(true);
    expect(toNewOwner({ collection: 'contacts', id: 'other' }, ada)).toBe('account:ada');
  });
});
