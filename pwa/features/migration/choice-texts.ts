import type { ConflictChoice, WriteMode } from '#shared/migration/job-spec.ts';
import type { CollisionChoice } from '#shared/migration/rename-spec.ts';

/** A choice's short name, and a sentence on what it means. */
export interface ChoiceText<Value extends string> {
  readonly value: Value;
  readonly name: string;
  readonly note: string;
}

export const MODE_TEXTS: readonly ChoiceText<WriteMode>[] = [
  {
    value: 'insert',
    name: 'Add new ones only',
    note: 'What the target lacks is created; nothing there is written over.',
  },
  {
    value: 'upsert',
    name: 'Add and replace',
    note: 'What the target lacks is created, what it has is replaced as a whole.',
  },
  {
    value: 'merge',
    name: 'Add and lay over',
    note: 'Fields of the source are laid over the target’s; fields that only the target has stay.',
  },
  {
    value: 'replace-all',
    name: 'Make it the same',
    note: 'As add and replace; besides, what the source doesn’t have is deleted from the target.',
  },
];

export const CONFLICT_TEXTS: readonly ChoiceText<ConflictChoice>[] = [
  {
    value: 'overwrite',
    name: 'Write it',
    note: 'The document is written; the one before stays in its history.',
  },
  { value: 'skip', name: 'Leave it', note: 'The target’s document stays as it is.' },
  { value: 'newer', name: 'The newer one', note: 'Whichever was changed last stands afterwards.' },
  {
    value: 'error',
    name: 'List them',
    note: 'The plan lists such documents, and nothing is applied until you have decided about them.',
  },
];

export const COLLISION_TEXTS: readonly ChoiceText<CollisionChoice>[] = [
  {
    value: 'error',
    name: 'List them',
    note: 'The plan lists such documents, and nothing is applied until you have decided about them.',
  },
  { value: 'skip-doc', name: 'Leave them', note: 'Such documents stay as they are.' },
  {
    value: 'keep-target',
    name: 'Keep the one there',
    note: 'The field that has the name keeps its value; the renamed one’s stays in the history only.',
  },
  {
    value: 'keep-source',
    name: 'Take the renamed one',
    note: 'The renamed field’s value stands; the other’s stays in the history only.',
  },
  { value: 'suffix', name: 'Keep both', note: 'The renamed field gets a number, such as price_2.' },
];
