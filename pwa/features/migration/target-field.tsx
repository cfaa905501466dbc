import { useId } from 'react';
import type { CollectionSummary } from '#shared/api/messages.ts';
import { Field } from '#pwa/ui/field.tsx';
import { TextInput } from '#pwa/ui/text-input.tsx';
import styles from './collections-step.module.css';
import { countOf } from './count-of.ts';

interface TargetFieldProps {
  readonly label: string;
  readonly collections: readonly CollectionSummary[];
  readonly value: string;
  /** Why it can't be this name. */
  readonly error: string | undefined;
  readonly onChange: (name: string) => void;
}

/** A collection there is, or a new name. */
export function TargetField({ label, collections, value, error, onChange }: TargetFieldProps) {
  const listId = useId();
  const existing = collections.find(({ name }) => name === value);
  const hint = existing
    ? `Has ${countOf(existing.documents, 'document')} now.`
    : 'One there is, or a new name: it is made with its first document.';
  return (
    <Field label={label} error={error} hint={hint}>
      {(control) => (
        <>
          <TextInput
            {...control}
            className={styles.control}
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
