import { useId } from 'react';
import { Field } from '#pwa/ui/field.tsx';
import { TextInput } from '#pwa/ui/text-input.tsx';
import styles from './migration.module.css';
import { countOf } from './count-of.ts';
import type { KnownCollection } from './tool.ts';

interface TargetFieldProps {
  readonly label: string;
  readonly collections: readonly KnownCollection[];
  readonly value: string;
  /** Why the name isn't allowed. */
  readonly error: string | undefined;
  readonly onChange: (name: string) => void;
}

/** Takes an existing collection or the name of a new one. */
export function TargetField({ label, collections, value, error, onChange }: TargetFieldProps) {
  const listId = useId();
  const existing = collections.find(({ name }) => name === value);
  const present = existing?.documents === undefined ? 'documents' : countOf(existing.documents, 'document');
  const hint = existing
    ? `Has ${present} now.`
    : 'An existing collection, or a new name (created on first write).';
  return (
    <Field label={label} error={error} hint={hint}>
      {(control) => (
        <>
          <TextInput
            {...control}
            className={styles.collectionsStepControl}
            list={listId}
            value={value}
            maxLength={64}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            onChange={({ currentTarget }) => onChange(currentTarget.value)}
          />
          <datalist id={listId}>
            {collections.map(({ name }) => (
              <option key={name} value={name} aria-label={name} />
            ))}
          </datalist>
        </>
      )}
    </Field>
  );
}
