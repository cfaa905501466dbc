import type { Actor, Owner } from '#shared/access/actor.ts';
import type { CartItem } from '#shared/collections/checkouts.ts';
import { joinCarts } from '#shared/domain/cart.ts';
import { AppError } from '#shared/kernel/app-error.ts';
import { acceptWrite } from './accept-write.ts';
import { decideWrite } from './decide-write.ts';
import type { CommitView, Decision, DocumentStore } from './document-store.ts';
import type { DocumentData, StoredDocument } from './stored-document.ts';
import type { Stamp } from './stamp.ts';
import { createWriteBatch, type WriteBatch } from './write-batch.ts';
import type { WriteRequest } from './write-request.ts';

const CARTS = 'checkouts';

/**
 * Moves what the calling device owns to the calling account in one commit: a write per document, and the device's cart
 * merged into the account's. Documents that were claimed before are left alone.
 * @returns how many documents moved
 * @throws AppError `unauthenticated` unless both a device and an account call
 */
export async function claimDocuments(store: DocumentStore, stamp: Stamp): Promise<number> {
  const parties = toParties(stamp.actor);
  const keys = await store.ownedBy(parties.device);
  const documents = [...keys, { collection: CARTS, id: parties.accountId }];
  return store.commit({ documents, writeIds: [] }, (view) => {
    const owned = keys.flatMap((key) => {
      const document = view.document(key);
      // A damaged document stays: moving it would write its empty content.
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
    const message = 'Claiming a device’s documents needs the device’s token and a signed-in account.';
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
  const isCart = ({ collection, id }: StoredDocument) => collection === CARTS && id !== parties.accountId;
  let claimed = 0;
  for (const document of owned.filter((one) => !isCart(one))) {
    const request = {
      ...toWrite(document, document.data),
      deleted: document.deleted,
      newOwner: parties.account,
    };
    batch.record(request, acceptWrite(request, batch, stamp));
    claimed += 1;
  }
  for (const cart of owned.filter(isCart)) {
    if (joinCart(cart, parties, { batch, stamp })) claimed += 1;
  }
  return batch.toDecision(claimed);
}

/** Writes both carts or neither, so no item is in two carts or in none. */
function joinCart(
  cart: StoredDocument,
  parties: Parties,
  { batch, stamp }: { batch: WriteBatch; stamp: Stamp },
): boolean {
  const items = toItems(cart);
  if (items.length === 0) return false;
  const key = { collection: CARTS, id: parties.accountId };
  const current = batch.document(key);
  const joined = toWrite(key, { ...current?.data, checkoutItems: joinCarts(toItems(current), items) });
  const outcome = decideWrite(joined, batch, stamp);
  // Rejected (too many products for one cart): both stay as they are.
  if (outcome.verdict !== 'accepted') return false;
  batch.record(joined, outcome);
  const emptied = toWrite(cart, { ...cart.data, checkoutItems: [] });
  batch.record(emptied, acceptWrite(emptied, batch, stamp));
  return true;
}

function toItems(cart: StoredDocument | undefined): readonly CartItem[] {
  if (!cart || cart.deleted) return [];
  return (cart.data['checkoutItems'] ?? []) as readonly CartItem[];
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
