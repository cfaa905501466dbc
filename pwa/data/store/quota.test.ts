import { beforeEach, expect, test, vi } from 'vitest';
import { createQuota, isQuotaError, type Quota } from './quota.ts';

let quota: Quota;
beforeEach(() => {
  quota = createQuota();
});

const full = () => new DOMException('no room', 'QuotaExceededError');
const wrapped = () => Object.assign(new Error('write failed'), { inner: full() });

test('[F44] a full device drops data it can fetch again and retries once', async () => {
  const keep = vi.fn().mockRejectedValueOnce(wrapped()).mockResolvedValue('kept');
  const makeRoom = vi.fn(async () => undefined);
  expect(await quota.withQuota(keep, makeRoom)).toBe('kept');
  expect(makeRoom).toHaveBeenCalledOnce();
  expect(quota.isFull.read()).toBe(false);
});

test('[F44] if that is not enough the store is marked full until a write succeeds', async () => {
  const refused = quota.withQuota(
    () => Promise.reject(wrapped()),
    async () => undefined,
  );
  await expect(refused).rejects.toMatchObject({ code: 'resource-exhausted' });
  expect(quota.isFull.read()).toBe(true);
  await quota.withQuota(async () => 'kept');
  expect(quota.isFull.read()).toBe(false);
});

test('[F44] other errors are rethrown without dropping data', async () => {
  const makeRoom = vi.fn(async () => undefined);
  await expect(quota.withQuota(() => Promise.reject(new Error('other')), makeRoom)).rejects.toThrow('other');
  expect(makeRoom).not.toHaveBeenCalled();
  expect(isQuotaError(undefined)).toBe(false);
});
