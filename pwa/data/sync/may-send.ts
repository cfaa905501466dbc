import { rulesOf } from '#shared/access/decide-access.ts';
import type { MaySend } from './lost-states.ts';

/**
 * Which local documents an identity may write. A customer's device holds only public documents and their own. A staff
 * device also holds other people's: where only owners may write, only the staff member's cart is known to be theirs.
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
