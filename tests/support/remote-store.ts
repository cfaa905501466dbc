import { setImmediate as turn } from 'node:timers/promises';

/** The store as if it were behind a network: each call takes effect a moment later, and answers a moment after that. */
export function toRemote<Store extends object>(store: Store): Store {
  return new Proxy(store, {
    get(target, name): unknown {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== 'function') return member;
      return async (...parts: unknown[]): Promise<unknown> => {
        await turn();
        const answer: unknown = await Reflect.apply(member, target, parts);
        await turn();
        return answer;
      };
    },
  });
}
