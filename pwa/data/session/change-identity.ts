import type { UnsentInput } from '../forms/form-store.ts';
import { toIdentity, type Identity } from './identity.ts';

/** The side effects of a change of identity. */
export interface IdentityEffects {
  current(): Identity;
  /** Counts the open store's writes without a verdict, and its rejected changes. */
  countWaiting(): Promise<WaitingCount>;
  /** Pushes once. @throws when a write got no final verdict */
  push(): Promise<void>;
  /** Transfers what this device wrote to the account. */
  claim(): Promise<void>;
  /**
   * Closes the open store and opens another one, in every tab. What is written meanwhile goes into the new one.
   * @param claim given where an account's store follows the device's own; called before that closes
   * @returns whether everything of the identity before was sent
   */
  open(identity: Identity, claim?: () => Promise<void>): Promise<boolean>;
  /** Removes a store that is not open from this device. */
  remove(identity: Identity): Promise<void>;
  emptyMirror(): void;
  /** Notes how much waits for an account whose session has ended; 0 forgets it. */
  noteLeft(identity: Identity, count: number): void;
  /** Whether an account was deleted, so that nothing can be sent for it any more. Never rejects. */
  wasDeleted(accountId: string): Promise<boolean>;
}

export interface WaitingDocuments {
  /** Documents with unsent writes, without parked ones. */
  readonly unsent: number;
  /** How many of them are purchase orders that wait for the access code. */
  readonly locked: number;
  /** Documents the server keeps failing on. */
  readonly parked: number;
  /** Rejected changes the person has to decide on. */
  readonly rejectedChanges: number;
}

export interface WaitingCount extends WaitingDocuments {
  /** Files of the account that are not stored yet. */
  readonly files: number;
  /** The account's unsent forms. */
  readonly forms: readonly UnsentInput[];
}

export type WaitingWrites = 'send' | 'keep' | 'discard';

/** Purchase orders on this device can't be sent until the access code is entered. */
export class LockedOrderError extends Error {
  override readonly name = 'LockedOrderError';

  constructor(count: number, next: 'sign in' | 'log out') {
    const orders = count === 1 ? 'An order on this device waits' : `${count} orders on this device wait`;
    super(`${orders} for the access code. Enter it, then ${next}.`);
  }
}

/**
 * Pushes waiting writes before a sign-in. What waits for an account, whose session has ended, stays with it.
 * @throws Error when some of the device’s own are left; then the sign-in must not happen
 */
export async function prepareSignIn(effects: IdentityEffects): Promise<void> {
  const before = await effects.countWaiting();
  if (before.unsent === 0) return;
  const failure = await effects.push().then(
    () => undefined,
    (cause: unknown) => cause,
  );
  if (effects.current().accountId !== undefined) return;
  const { unsent, locked } = await effects.countWaiting();
  if (unsent === 0) return;
  if (unsent === locked) throw new LockedOrderError(locked, 'sign in');
  throw new Error(
    `${changes(unsent)} to be sent before you sign in. Nothing is lost; try again when you are connected.`,
    { cause: failure },
  );
}

/**
 * Opens the account's store after a sign-in; before that, transfers what the device wrote to the account. Of an account
 * that was signed in before, only what waits stays.
 */
export async function followSignIn(effects: IdentityEffects, accountId: string): Promise<void> {
  const left = effects.current();
  if (left.accountId === accountId) return;
  const isEmpty = left.accountId !== undefined && (await countLeft(effects)) === 0;
  const isSent = await effects.open(
    toIdentity(accountId),
    left.accountId === undefined ? effects.claim : undefined,
  );
  effects.noteLeft(toIdentity(accountId), 0);
  if (isEmpty && isSent) await effects.remove(left);
}

/**
 * Follows a session that has ended elsewhere: returns to the device's own store and removes the account's, unless
 * something in it waits for the account's next sign-in. Nothing waits for an account that was deleted.
 */
export async function followSessionEnd(effects: IdentityEffects): Promise<void> {
  const left = effects.current();
  if (left.accountId === undefined) return;
  const waiting = await countLeft(effects);
  // Another tab was faster.
  if (effects.current().accountId !== left.accountId) return;
  effects.emptyMirror();
  if (waiting > 0) effects.noteLeft(left, waiting);
  const isSent = await effects.open(toIdentity(undefined));
  const isDeleted = await effects.wasDeleted(left.accountId);
  if (isDeleted) effects.noteLeft(left, 0);
  if ((waiting === 0 && isSent) || isDeleted) await effects.remove(left);
}

/** How much waits in the open store of an account. A store that can't be read is kept, as if something did. */
async function countLeft(effects: IdentityEffects): Promise<number> {
  try {
    const { unsent, parked, rejectedChanges, files, forms } = await effects.countWaiting();
    return unsent + parked + rejectedChanges + files + forms.length;
  } catch {
    return 1;
  }
}

/** Checks that signing out loses no writes. @throws Error that names what waits and why it could not be sent */
export async function prepareSignOut(
  effects: IdentityEffects,
  choice: WaitingWrites | undefined,
): Promise<void> {
  if (choice === 'keep' || choice === 'discard') return;
  let failure: unknown;
  if (choice === 'send') {
    failure = await effects.push().then(
      () => undefined,
      (cause: unknown) => cause,
    );
  }
  const { unsent, locked, parked, rejectedChanges, files, forms } = await effects.countWaiting();
  if (forms.length > 0) {
    const what = forms.length === 1 ? '1 form is' : `${forms.length} forms are`;
    throw new Error(
      `${what} not sent yet. Send, keep or discard ${forms.length === 1 ? 'it' : 'them'} first.`,
    );
  }
  if (files > 0) {
    const what = files === 1 ? '1 file is' : `${files} files are`;
    throw new Error(`${what} not sent yet. Wait, or keep or discard ${files === 1 ? 'it' : 'them'}.`);
  }
  if (locked > 0) throw new LockedOrderError(locked, 'log out');
  if (unsent + parked > 0) {
    const what = choice === 'send' ? 'not gone through' : 'not been sent yet';
    const message = `${changes(unsent + parked)} ${what}. Send, keep or discard ${unsent + parked === 1 ? 'it' : 'them'} first.`;
    throw new Error(message, { cause: failure });
  }
  if (rejectedChanges > 0) {
    throw new Error(
      `${changes(rejectedChanges)} been refused by the server. Send again, keep or discard ${rejectedChanges === 1 ? 'it' : 'them'} first.`,
    );
  }
}

/**
 * Returns to the device's own store. Removes all of the account's data, unless its waiting writes are kept. What was written
 * since `prepareSignOut` waits for the account's next sign-in.
 */
export async function followSignOut(
  effects: IdentityEffects,
  choice: WaitingWrites | undefined,
): Promise<void> {
  const left = effects.current();
  effects.emptyMirror();
  if (left.accountId === undefined) return;
  const isSent = await effects.open(toIdentity(undefined));
  if (choice === 'discard' || (choice !== 'keep' && isSent)) await effects.remove(left);
}

function changes(count: number): string {
  return count === 1 ? '1 change has' : `${count} changes have`;
}
