import { createHash } from 'node:crypto';
import type { Actor } from '#shared/access/actor.ts';
import { toReadScope } from '#shared/access/decide-access.ts';
import { COLLECTION_NAMES } from '#shared/collections/catalogue.ts';
import { AppError } from '#shared/kernel/app-error.ts';
import { RESET, SCOPE_CHANGED } from '#shared/sync/messages.ts';

/** A place in one collection's changes, valid for one epoch and one read scope. */
export interface Checkpoint {
  readonly epoch: string;
  readonly scope: string;
  readonly sequence: number;
}

export interface ExpectedCheckpoint extends Omit<Checkpoint, 'sequence'> {
  /** See `DocumentStore.restoredTo`. */
  readonly restoredTo?: ReadonlyMap<string, number> | undefined;
}

const VERSION = '1';

export function encodeCheckpoint({ epoch, scope, sequence }: Checkpoint): string {
  return [VERSION, epoch, scope, sequence].join('.');
}

/**
 * @returns the sequence of a checkpoint that a device sent; 0 for the empty one
 * @throws AppError `aborted` with reason RESET for another epoch, SCOPE_CHANGED for other rights; `invalid-argument`
 *   for text that is not a checkpoint
 */
export function decodeCheckpoint(text: string, expected: ExpectedCheckpoint): number {
  if (text === '') return 0;
  const [version, epoch, scope, sequence, ...rest] = text.split('.');
  if (version !== VERSION || rest.length > 0 || !/^\d{1,15}$/.test(sequence ?? '')) {
    throw new AppError(
      'invalid-argument',
      'This is not a checkpoint of this server. Pull without one to start over.',
      {
        path: 'after',
      },
    );
  }
  if (epoch !== expected.epoch) {
    const restoredTo = expected.restoredTo?.get(epoch ?? '');
    const message = 'The server’s data was restored or replaced. Pull from the start.';
    throw new AppError('aborted', message, { reason: RESET, restoredTo });
  }
  if (scope !== expected.scope) {
    throw new AppError('aborted', 'What you may see has changed. Pull from the start.', {
      reason: SCOPE_CHANGED,
    });
  }
  return Number(sequence);
}

/** Short hash of what an actor may see of a collection. */
export function hashCollectionScope(collection: string, actor: Actor): string {
  const scope = toReadScope(collection, actor);
  return shortHash(typeof scope === 'string' ? scope : scope.toSorted().join('|'));
}

/** Short hash of what an actor may see in all collections. */
export function hashScope(actor: Actor): string {
  return shortHash(COLLECTION_NAMES.map((name) => hashCollectionScope(name, actor)).join('|'));
}

function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12);
}
