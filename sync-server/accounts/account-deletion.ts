import type { Clock } from '#shared/kernel/clock.ts';
import { hashSecret } from '#server/devices/device-tokens.ts';
import type { FileLibrary } from '#server/files/file-library.ts';
import type { FileUploads } from '#server/files/file-uploads.ts';
import type { Log } from '#server/log.ts';
import type { Storage } from '#server/storage.ts';
import { isDisabled } from './identity-errors.ts';
import type { DeletedAccount } from './deleted-accounts.ts';
import { needsGrantedManager, type StaffRule } from './staff-rule.ts';

/**
 * Deletes accounts, and erases what is stored of them. The account goes first, with a note that its data are to be erased;
 * a server that is killed in between goes on after its next start.
 */
export interface AccountDeletion {
  /** When the link ends that was mailed to delete the account, in epoch milliseconds; `undefined` without one. */
  endOf(accountId: string): Promise<number | undefined>;
  cancel(accountId: string): Promise<void>;
  /**
   * Deletes the account of a mailed link.
   * @param token of a link that was read before
   * @returns its id; `undefined`, without a change, if the link was used or replaced meanwhile, or the account has become
   *   the only manager's
   * @throws AppError `permission-denied` for a disabled account
   */
  confirm(token: string): Promise<string | undefined>;
  isDeleted(accountId: string): Promise<boolean>;
  /** Erases what is left of deleted accounts: after a crash, a late write or a restored backup. Never rejects. */
  finish(): Promise<void>;
}

export interface AccountDeletionParts {
  readonly storage: Pick<Storage, 'accounts' | 'eraser' | 'staffGrants' | 'deviceNames'>;
  readonly library: Pick<FileLibrary, 'removeFilesOf'>;
  readonly fileUploads: Pick<FileUploads, 'removeOf'>;
  readonly staffRule: StaffRule;
  readonly clock: Clock;
  readonly log: Pick<Log, 'info' | 'error'>;
}

export function createAccountDeletion(parts: AccountDeletionParts): AccountDeletion {
  const { storage, library, fileUploads, clock, log } = parts;
  const { eraser, staffGrants, deviceNames } = storage;
  const { tables } = storage.accounts;
  const keepsManager = needsGrantedManager(parts.staffRule);

  async function erase({ accountId, addresses }: DeletedAccount): Promise<void> {
    // In another file, so first: afterwards nothing tells which devices they were.
    for (const fid of (await eraser?.devicesOf(accountId)) ?? []) await deviceNames.set(fid, '');
    const erased = await eraser?.erase({ accountId, addresses: addresses ?? [] });
    await library.removeFilesOf(accountId);
    await fileUploads.removeOf(accountId);
    if (addresses !== null) await tables.forgetAddresses(accountId);
    log.info({ accountId, ...erased }, 'The data of a deleted account were erased.');
  }

  const isLeft = async ({ accountId, addresses }: DeletedAccount) =>
    addresses !== null || (await eraser?.holdsAnythingOf(accountId)) === true;

  async function finishOne(account: DeletedAccount): Promise<void> {
    try {
      if (await isLeft(account)) await erase(account);
    } catch (err) {
      const { accountId } = account;
      log.error(
        { err, accountId },
        'A deleted account is not erased yet. The server tries again within an hour.',
      );
    }
  }

  return {
    async endOf(accountId) {
      const link = await tables.linkOf(accountId, 'delete-account');
      return link && link.endsAt > clock.now() ? link.endsAt : undefined;
    },
    cancel: (accountId) => tables.deleteLink(accountId, 'delete-account'),
    async confirm(token) {
      const hash = hashSecret(token);
      const deleted = await tables.deleteAccount({ hash, at: clock.now(), keepsManager });
      if (!deleted) {
        if (await tables.isDisabled((await tables.link(hash))?.accountId ?? '')) throw isDisabled();
        return undefined;
      }
      for (const address of deleted.addresses ?? []) await staffGrants.revoke(address);
      await finishOne(deleted);
      return deleted.accountId;
    },
    isDeleted: tables.isDeleted,
    async finish() {
      const deleted = await tables.deletedAccounts().catch((err: unknown) => {
        log.error({ err }, 'The deleted accounts could not be read. The server tries again within an hour.');
        return [];
      });
      for (const account of deleted) await finishOne(account);
    },
  };
}
