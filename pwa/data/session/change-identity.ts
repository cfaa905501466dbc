import { toIdentity, type Identity } from './identity.ts';

/** What a change of identity does with the world around it, one step each. */
export interface IdentityWorld {
  current(): Identity;
  /** Writes of the open store that the server hasn't answered, and content it refused. */
  countWaiting(): Promise<WaitingCount>;
  /** Pushes once. @throws when something was not answered */
  push(): Promise<void>;
  /** Gives the account what this device wrote. */
  claim(): Promise<void>;
  /** Closes the open store and opens another one, in every tab. */
  open(identity: Identity): Promise<void>;
  /** Removes a store that is not open from this device. */
  remove(identity: Identity): Promise<void>;
  emptyMirror(): void;
}

export interface WaitingCount {
  /** Documents with writes that are still to be sent; parked ones don't count. */
  readonly unsent: number;
  /** Documents the server keeps failing on. */
  readonly parked: number;
  /** Refused content somebody has to decide on. */
  readonly rejectedChanges: number;
}

export type WaitingWrites = 'send' | 'keep' | 'discard';

/** Sends what waits, before somebody signs in. @throws Error that says so; then nobody must be signed in */
export async function prepareSignIn(world: IdentityWorld): Promise<void> {
  const before = await world.countWaiting();
  if (before.unsent === 0) return;
  const failure = await world.push().then(
    () => undefined,
    (cause: unknown) => cause,
  );
  const { unsent } = await world.countWaiting();
  if (unsent === 0) return;
  throw new Error(
    `${changes(unsent)} to be sent before you sign in. Nothing is lost; try again when you are connected.`,
    { cause: failure },
  );
}

/** Opens the store of whoever has signed in, after what the device wrote was given to them. */
export async function followSignIn(world: IdentityWorld, accountId: string): Promise<void> {
  if (world.current().accountId === accountId) return;
  if (world.current().accountId === undefined) await world.claim();
  await world.open(toIdentity(accountId));
}

/** Whether anybody may sign out now. @throws Error that says what waits, and why it could not be sent */
export async function prepareSignOut(world: IdentityWorld, choice: WaitingWrites | undefined): Promise<void> {
  if (choice === 'keep' || choice === 'discard') return;
  let failure: unknown;
  if (choice === 'send') {
    failure = await world.push().then(
      () => undefined,
      (cause: unknown) => cause,
    );
  }
  const { unsent, parked, rejectedChanges } = await world.countWaiting();
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

/** Goes back to the device's own store. Nothing readable of the account stays, unless its writes are kept for it. */
export async function followSignOut(world: IdentityWorld, choice: WaitingWrites | undefined): Promise<void> {
  const left = world.current();
  world.emptyMirror();
  if (left.accountId === undefined) return;
  await world.open(toIdentity(undefined));
  if (choice !== 'keep') await world.remove(left);
}

function changes(count: number): string {
  return count === 1 ? '1 change has' : `${count} changes have`;
}
