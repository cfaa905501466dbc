/** What only one of several nodes does at a time. Without the port there is only one process. */
export interface Leases {
  /**
   * Takes a lease, or keeps one of this node, from now on.
   * @returns whether this node has it; otherwise another one does
   */
  take(name: string, durationMs: number): Promise<boolean>;
}
