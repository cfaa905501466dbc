import type { MigrationAttempt, MigrationLock, Migrations } from '#shared/migration/migration-run.ts';
import { AppError } from '#shared/kernel/app-error.ts';
import { utcIso, type Clock } from '#shared/kernel/clock.ts';
import { createId } from '#shared/kernel/ids.ts';
import { isSameSecret } from '#server/devices/device-tokens.ts';
import type { MigrationState, MigrationStore, StoredLock } from './migration-store.ts';

/** Lifetime of a lock unless it is renewed. */
const LOCK_MS = 60_000;

export interface MigrationRuns {
  list(): Promise<Migrations>;
  /** @throws AppError `failed-precondition`, reason LOCKED, that names the owner */
  lock(taker: { readonly token: string; readonly owner: string }): Promise<MigrationLock>;
  unlock(token: string | undefined): Promise<void>;
  /** @throws AppError as `lock` for a caller without the lock */
  begin(
    token: string,
    attempt: Pick<MigrationAttempt, 'name' | 'checksum' | 'direction' | 'by'>,
  ): Promise<MigrationAttempt>;
  /** @throws AppError as `begin`; `not-found` */
  note(
    token: string,
    id: string,
    progress: Pick<MigrationAttempt, 'jobs' | 'outcome' | 'message'>,
  ): Promise<MigrationAttempt>;
}

/** Records which migrations were run: one runner at a time, under a lock that expires if the runner is gone. */
export function createMigrationRuns(store: MigrationStore, clock: Clock): MigrationRuns {
  function current({ lock }: MigrationState): StoredLock | undefined {
    return lock && lock.expiresAt > clock.now() ? lock : undefined;
  }

  function requireLock(state: MigrationState, token: string): void {
    const lock = current(state);
    if (!lock || !isSameSecret(lock.token, token)) throw lock ? lockedBy(lock) : lockLost();
  }

  return {
    async list() {
      const state = await store.read();
      const lock = current(state);
      return { attempts: [...state.attempts], lock: lock ? toLock(lock) : null };
    },
    async lock({ token, owner }) {
      const takenAt = clock.now();
      const lock = await store.take({ token, owner, takenAt, expiresAt: takenAt + LOCK_MS });
      if (!isSameSecret(lock.token, token)) throw lockedBy(lock);
      return toLock(lock);
    },
    unlock: store.free,
    begin(token, attempt) {
      const begun: MigrationAttempt = {
        ...attempt,
        id: createId(),
        startedAt: utcIso(clock.now()),
        endedAt: null,
        jobs: [],
        outcome: 'running',
        message: null,
      };
      return store.change((state) => {
        requireLock(state, token);
        return begun;
      });
    },
    note(token, id, progress) {
      return store.change((state) => {
        requireLock(state, token);
        const attempt = state.attempts.find((one) => one.id === id);
        if (!attempt) throw new AppError('not-found', 'There is no such migration run.');
        const endedAt = progress.outcome === 'running' ? null : utcIso(clock.now());
        return { ...attempt, ...progress, endedAt };
      });
    },
  };
}

function toLock({ owner, takenAt, expiresAt }: StoredLock): MigrationLock {
  return { owner, takenAt: utcIso(takenAt), expiresAt: utcIso(expiresAt) };
}

function lockedBy({ owner, takenAt, expiresAt }: StoredLock): AppError {
  const message =
    `Migrations are being run by ${owner} since ${utcIso(takenAt)}. Nothing was changed. ` +
    `The lock expires at ${utcIso(expiresAt)} unless it is renewed.`;
  return new AppError('failed-precondition', message, { reason: 'LOCKED' });
}

function lockLost(): AppError {
  const message =
    'The lock of this run was lost: it was not renewed in time, or it was unlocked. What was done stays.';
  return new AppError('failed-precondition', message, { reason: 'LOCKED' });
}
