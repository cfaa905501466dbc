import { describe, expect, it } from 'vitest';
import { createPasswordHasher } from '#server/accounts/password-hash.ts';
import { createSemaphore } from '#server/accounts/semaphore.ts';

const hasher = createPasswordHasher();

describe('stored passwords', () => {
  it.each(['a'.repeat(64), 'b'.repeat(128), '🦅🛩️ Nankeen 🦅', 'with\0zero', 'p\u00e4ssw\u00f6rter'])(
    '[T09] a password of any characters is stored with its cost and recognised: %j',
    async (password) => {
      const hash = await hasher.hash(password);
      expect(hash).toMatch(/^\$scrypt\$ln=15,r=8,p=3\$/);
      expect(await hasher.verify({ hash, password })).toBe(true);
      expect(await hasher.verify({ hash, password: `${password}x` })).toBe(false);
    },
  );

  it('[T09] nothing after a zero character or beyond a length is cut off', async () => {
    const hash = await hasher.hash('with\0zero');
    expect(await hasher.verify({ hash, password: 'with\0other' })).toBe(false);
    expect(await hasher.verify({ hash, password: 'with' })).toBe(false);
  });

  it('[T09] the same password typed as composed or as combining characters is the same', async () => {
    const hash = await hasher.hash('Käthe-käthe');
    expect(await hasher.verify({ hash, password: 'Ka\u0308the-ka\u0308the' })).toBe(true);
  });

  it('[T09] two accounts with one password have different hashes, and a foreign hash fits nobody', async () => {
    expect(await hasher.hash('same password')).not.toBe(await hasher.hash('same password'));
    expect(await hasher.verify({ hash: 'salt:key', password: 'same password' })).toBe(false);
  });
});

describe('costly work', () => {
  it('[T10] two run at once, twenty wait, the rest is turned away with a time to come back', async () => {
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
    // Each finished piece lets the next one begin, which then waits to be finished too.
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

  it('[T10] work that fails gives its place back', async () => {
    const semaphore = createSemaphore(1, 0);
    await expect(semaphore.run(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    await expect(semaphore.run(async () => 1)).resolves.toBe(1);
  });
});
