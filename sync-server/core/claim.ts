import type { Actor, Owner } from '#shared/access/actor.ts';
import type { CartItem } from '#shared/collections/checkouts.ts';
import { joinCarts } from '#shared/domain/cart.ts';
import { AppError } from '#shared/kernel/app-error.ts';
import { acceptWrite } from './accept-write.ts';
import { decideWrite } from './decide-write.ts';
import type { CommitView, Decision, DocumentData, DocumentStore, StoredDocument } from './document-store.ts';
import type { Stamp } from './stamp.ts';
import { createWriteBatch, type WriteBatch } from './write-batch.ts';
import type { WriteRequest } from './write-request.ts';

const BAGS = 'checkouts';

/**
 * Gives the calling account what the calling device owns, all of it in one commit: a write each, and the device's bag
 * joined into the account's. Whatever has gone over already stays as it is.
 * @returns how many documents went over @throws AppError `unauthenticated` unless both a device and an account call
 */
export async function claimDocuments(store: DocumentStore, stamp: Stamp): Promise<number> {
  const parties = toParties(stamp.actor);
  const keys = await store.ownedBy(parties.device);
  const documents = [...keys, { collection: BAGS, id: parties.accountId }];
  return store.commit({ documents, writeIds: [] }, (view) => {
    const owned = keys.flatMap((key) => {
      const document = view.document(key);
      // A damaged one stays: taken over, its emptiness would be a write.
      return document?.owner === parties.device && !document.isDamaged ? [document] : [];
    });
    return decideClaim({ owned, parties, view, stamp });
  });
}

interface Parties {
  readonly accountId: string;
  readonly account: Owner;
  readonly device: Owner;
}

function toParties({ fid, accountId }: Actor): Parties {
  if (fid === undefined || accountId === undefined) {
    const message = 'Taking over a device’s documents needs the device’s token and a signed-in account.';
    throw new AppError('unauthenticated', message, {
      reason: fid === undefined ? 'NO_DEVICE' : 'NO_ACCOUNT',
    });
  }
  return { accountId, account: `account:${accountId}`, device: `device:${fid}` };
}

interface Claim {
  readonly owned: readonly StoredDocument[];
  readonly parties: Parties;
  readonly view: CommitView;
  readonly stamp: Stamp;
}

function decideClaim({ owned, parties, view, stamp }: Claim): Decision<number> {
  const batch = createWriteBatch(view);
  const isBag = ({ collection, id }: StoredDocument) => collection === BAGS && id !== parties.accountId;
  let claimed = 0;
  for (const document of owned.filter((one) => !isBag(one))) {
    const request = {
      ...toWrite(document, document.data),
      deleted: document.deleted,
      newOwner: parties.account,
    };
    batch.record(request, acceptWrite(request, batch, stamp));
    claimed += 1;
  }
  for (const bag of owned.filter(isBag)) {
    if (joinBag(bag, parties, { batch, stamp })) claimed += 1;
  }
  return batch.toDecision(claimed);
}

/** Both writes or neither: nothing is in two bags or in none. */
function joinBag(
  bag: StoredDocument,
  parties: Parties,
  { batch, stamp }: { batch: WriteBatch; stamp: Stamp },
): boolean {
  const items = toItems(bag);
  if (items.length === 0) return false;
  const key = { collection: BAGS, id: parties.accountId };
  const current = batch.document(key);
  const joined = toWrite(key, { ...current?.data, checkoutItems: joinCarts(toItems(current), items) });
  const outcome = decideWrite(joined, batch, stamp);
  // Refused (too many products for one bag): both stay as they are.
  if (outcome.verdict !== 'accepted') return false;
  batch.record(joined, outcome);
  const emptied = toWrite(bag, { ...bag.data, checkoutItems: [] });
  batch.record(emptied, acceptWrite(emptied, batch, stamp));
  return true;
}

function toItems(bag: StoredDocument | undefined): readonly CartItem[] {
  if (!bag || bag.deleted) return [];
  return (bag.data['checkoutItems'] ?? []) as readonly CartItem[];
}

function toWrite({ collection, id }: { collection: string; id: string }, data: DocumentData): WriteRequest {
  const madeAt = undefined;
  return {
    collection,
    id,
    writeId: undefined,
    base: { kind: 'any' },
    deleted: false,
    data,
    madeAt,
    trail: [],
  };
}
