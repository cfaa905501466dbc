/** What is left of an account that was deleted: so that the data are erased, also those of a restored backup. */
export interface DeletedAccount {
  readonly accountId: string;
  /** In lower case, until everything of the person is erased; then `null`. */
  readonly addresses: readonly string[] | null;
}

/** A page of accounts whose address nobody has proven, in the order of their ids. */
export interface UnprovenPage {
  /** That signed up before this time, in epoch milliseconds … */
  readonly before: number;
  /** … and have no mailed link that works at this time. */
  readonly now: number;
  /** Id after which the page begins. */
  readonly after: string;
  readonly limit: number;
}

export interface DeletionLinkUse {
  /** Of the link's token. */
  readonly hash: string;
  /** Epoch milliseconds. */
  readonly at: number;
  /** Whether a manager has to stay among the grants. */
  readonly keepsManager: boolean;
}

export interface DeletedAccounts {
  /** Ids of accounts whose address nobody has proven, that are not disabled. */
  unprovenAccounts(page: UnprovenPage): Promise<readonly string[]>;
  /**
   * Deletes those of the accounts that are on the page now, every row of the accounts file that names one, in one
   * transaction. Nothing is noted of them.
   * @returns how many are gone
   */
  deleteUnproven(accountIds: readonly string[], page: UnprovenPage): Promise<number>;
  /**
   * Deletes an account by its mailed link: every row of the accounts file that names it, in one transaction.
   * @returns `undefined`, without a change, for a link that doesn't work, a disabled account, and the only manager
   */
  deleteAccount(use: DeletionLinkUse): Promise<DeletedAccount | undefined>;
  deletedAccounts(): Promise<readonly DeletedAccount[]>;
  isDeleted(accountId: string): Promise<boolean>;
  /** Whether an account was deleted with the link of this hash. */
  isDeletionLink(hash: string): Promise<boolean>;
  /** Notes that everything of the person is erased. */
  forgetAddresses(accountId: string): Promise<void>;
}
