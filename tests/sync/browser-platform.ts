interface Holder {
  readonly fail: (reason: Error) => void;
}

/** The platform's lock manager for one exclusive lock, with queue and steal. */
export function createLocks(): LockManager {
  let holder: Holder | undefined;
  const queue: (() => void)[] = [];
  const next = () => {
    holder = undefined;
    queue.shift()?.();
  };
  const request = (_name: string, { steal }: LockOptions, hold: () => Promise<void>) =>
    new Promise<void>((resolve, reject) => {
      const take = () => {
        const mine: Holder = { fail: reject };
        holder = mine;
        // A browser grants a lock in a later task.
        void Promise.resolve()
          .then(hold)
          .then(() => {
            if (holder === mine) next();
            resolve();
          });
      };
      if (steal) {
        holder?.fail(new Error('stolen'));
        take();
      } else if (holder) queue.push(take);
      else take();
    });
  return { request } as unknown as LockManager;
}

/** The platform's local storage. */
export function createStorage(): Pick<Storage, 'getItem' | 'setItem'> {
  const values = new Map<string, string>();
  return { getItem: (key) => values.get(key) ?? null, setItem: (key, value) => void values.set(key, value) };
}
