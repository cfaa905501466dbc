/** What is left of an account that was deleted: so that the data are erased, also those of a restored backup. */
export interface DeletedAccount {
  readonly accountId: string;
  /** In lower case, until everything of the person is erased; then `null`. */
  readonly addresses: readonly string[] | null;
}

export interface DeletedAccounts {
  /**
   * Deletes an account by its mailed link: every row of the accounts file that names it, in one transaction.
   * @param link hash of the link's token, and the time in epoch milliseconds
   * @returns `undefined`, without a change, for a link that doesn't work
   */
  deleteAccount(link: { readonly hash: string; readonly at: number }): DeletedAccount | undefined;
  deletedAccounts(): readonly DeletedAccount[];
  isDeleted(accountId: string): boolean;
  /** Whether an account was deleted with the link of this hash. */
  isDeletionLink(hash: string): boolean;
  /** Notes that everything of the person is erased. */
  forgetAddresses(accountId: string): void;
}
