import { rulesOf } from '#shared/access/decide-access.ts';
import { COLLECTION_NAMES, type CollectionName } from '#shared/collections/catalogue.ts';

export interface Rights {
  readonly isStaff: boolean;
  /** Whether this device holds the access code's token. */
  readonly hasAccessCode: boolean;
}

/** The collections this device pulls from the server. */
export function toPulled({ isStaff, hasAccessCode }: Rights): readonly CollectionName[] {
  return COLLECTION_NAMES.filter((name) => {
    const { audience, gate, staffReadAll } = rulesOf(name);
    if (audience === 'staff' && !isStaff) return false;
    return gate === undefined || hasAccessCode || (isStaff && staffReadAll);
  });
}

/** Whether a collection's writes are pushed now. Those of a locked one wait: the server would reject them for good. */
export function isSent(collection: string, { hasAccessCode }: Pick<Rights, 'hasAccessCode'>): boolean {
  return rulesOf(collection).gate === undefined || hasAccessCode;
}
