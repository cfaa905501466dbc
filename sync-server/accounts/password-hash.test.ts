import { describe, expect, it } from 'vitest';
import { createPasswordHasher } from '#server/accounts/password-hash.ts';
import { createSemaphore } from '#server/accounts/semaphore.ts';

const hasher = createPasswordHasher();

describe('stored passwords', () => {
  it.each(['a'.repeat(64), 'b'.repeat(128), '🦅🛩️ Nankeen 🦅', 'with\0zero', 'p\u00e4ssw\u00f6rter'])(
    '[T09] a hash stores its cost and verifies passwords of any characters: %j',
    async (password) => {
      const hash = await hasher.hash(password);
      expect(hash).toMatch(/^\$scrypt\$ln=15,r=8,p=3\$/);
      expect(await hasher.verify({ hash, password })).toBe(true);
      expect(await hasher.verify({ hash, password: `${password}x` })).toBe(false);
    },
  );

  it('[T09] a password is not cut at a zero character or at a length', async () => {
    const hash = await hasher.hash('with\0zero');
    expect(await hasher.verify({ hash, password: 'with\0other' })).toBe(false);
    expect(await hasher.verify({ hash, password: 'with' })).toBe(false);
  });

  it('[T09] composed and combining characters give the same password', async () => {
    const hash = await hasher.hash('Käthe-käthe');
    expect(await hasher.verify({ hash, password: 'Ka\u0308the-ka\u0308the' })).toBe(true);
  });

  it('[T09] two accounts with the same password have different hashes, and a foreign hash never verifies', async () => {
    expect(await hasher.hash('same password')).not.toBe(await hasher.hash('same password'));
    expect(await hasher.verify({ hash: 'salt:key', password: 'same password' })).toBe(false);
  });
});

describe('the semaphore', () => {
  it('[T10] two hashes run at a time, twenty wait, and the rest are rejected with a retry time', async () => {
    const semaphore = createSemaphore(2, 20);
    let running = 0;
    let most = 0;
    const finish: (() => void)[] = [];
    const work = () =>
      semaphore.run(async () => {
        running += 1;
        most = Math.max(most, running);
        await new Promise<void>((resolve) => finish.push(resolve));
        running -= 1;
      });
    const all = Promise.allSettled(Array.from({ length: 200 }, work));
    // Each finished task starts the next one, which must be finished in turn.
    for (let done = 0; done < 22; done++) {
      while (finish.length === 0) await Promise.resolve();
      finish.shift()?.();
    }
    const results = await all;
    expect(most).toBe(2);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(22);
    const refused = results.find(({ status }) => status === 'rejected');
    expect(refused).toMatchObject({ reason: { code: 'resource-exhausted', retryAfter: 5 } });
    await expect(semaphore.run(async () => 'free again')).resolves.toBe('free again');
  });

  it('[T10] a failed task releases its slot', async () => {
    const semaphore = createSemaphore(1, 0);
    await expect(semaphore.run(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    await expect(semaphore.run(async () => 1)).resolves.toBe(1);
  });
});
