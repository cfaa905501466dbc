import { Button } from '#pwa/ui/button.tsx';
import { Choice } from '#pwa/ui/choice.tsx';
import { Field } from '#pwa/ui/field.tsx';
import { Select } from '#pwa/ui/select.tsx';
import { TextInput } from '#pwa/ui/text-input.tsx';
import type { FindDraft } from './choices.ts';
import styles from './migration.module.css';

interface FindFieldsProps {
  readonly draft: FindDraft;
  /** Paths that have fields below them. */
  readonly containers: readonly string[];
  /** What can't be understood of what is to be found. */
  readonly error: string | undefined;
  readonly onChange: (draft: FindDraft) => void;
  readonly onRemove: (() => void) | undefined;
}

/** What to find in field names, and what to put in its place. */
export function FindFields({ draft, containers, error, onChange, onRemove }: FindFieldsProps) {
  const set = (part: Partial<FindDraft>) => onChange({ ...draft, ...part });
  const plain = { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false, maxLength: 1500 } as const;
  return (
    <div className={styles.findFieldsFind}>
      <Field label="Find in field names" error={error}>
        {(control) => (
          <TextInput
            {...control}
            {...plain}
            value={draft.find}
            onChange={({ currentTarget }) => set({ find: currentTarget.value })}
          />
        )}
      </Field>
      <Field label="Replace with">
        {(control) => (
          <TextInput
            {...control}
            {...plain}
            value={draft.replace}
            onChange={({ currentTarget }) => set({ replace: currentTarget.value })}
          />
        )}
      </Field>
      <Field label="Where">
        {(control) => (
          <Select
            {...control}
            value={draft.path}
            onChange={({ currentTarget }) => set({ path: currentTarget.value })}
          >
            <option value="">Everywhere</option>
            {containers.map((path) => (
              <option key={path} value={path}>
                Below {path}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <div className={styles.findFieldsOptions}>
        <Choice type="checkbox" checked={draft.isWord} onChange={() => set({ isWord: !draft.isWord })}>
          Whole words
        </Choice>
        <Choice type="checkbox" checked={draft.isRegex} onChange={() => set({ isRegex: !draft.isRegex })}>
          Regular expression
        </Choice>
        {onRemove && (
          <Button kind="plain" onClick={onRemove}>
            Remove
          </Button>
        )}
      </div>
    </div>
  );
}
