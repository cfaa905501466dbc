import { rulesOf } from '#shared/access/decide-access.ts';
import type { MaySend } from './lost-states.ts';

/**
 * What an identity may write of the documents it holds. Of somebody who isn't staff a device holds only what is theirs
 * and what is public; staff hold other people's documents too, and of a collection only its owner writes just their own
 * cart is known to be theirs.
 */
export function createMaySend({
  isStaff,
  cartId,
}: {
  readonly isStaff: boolean;
  readonly cartId: string;
}): MaySend {
  return (collection, id) => {
    const { change, staffReadAll } = rulesOf(collection);
    if (change === 'staff') return isStaff;
    if (change === 'owner-or-staff') return true;
    return !(isStaff && staffReadAll) || id === cartId;
  };
}
