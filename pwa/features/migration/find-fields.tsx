import { Button } from '#pwa/ui/button.tsx';
import { Checkbox } from '#pwa/ui/checkbox.tsx';
import { Field } from '#pwa/ui/field.tsx';
import { Select } from '#pwa/ui/select.tsx';
import { TextInput } from '#pwa/ui/text-input.tsx';
import type { FindForm } from './choices.ts';
import styles from './migration.module.css';

interface FindFieldsProps {
  readonly form: FindForm;
  /** Paths that have fields below them. */
  readonly containers: readonly string[];
  /** Why the text to find is invalid. */
  readonly error: string | undefined;
  readonly onChange: (form: FindForm) => void;
  readonly onRemove: (() => void) | undefined;
}

/** What to find in field names, and its replacement. */
export function FindFields({ form, containers, error, onChange, onRemove }: FindFieldsProps) {
  const set = (part: Partial<FindForm>) => onChange({ ...form, ...part });
  const plain = { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false, maxLength: 1500 } as const;
  return (
    <div className={styles.findFieldsFind}>
      <Field label="Find in field names" error={error}>
        {(control) => (
          <TextInput
            {...control}
            {...plain}
            value={form.find}
            onChange={({ currentTarget }) => set({ find: currentTarget.value })}
          />
        )}
      </Field>
      <Field label="Replace with">
        {(control) => (
          <TextInput
            {...control}
            {...plain}
            value={form.replace}
            onChange={({ currentTarget }) => set({ replace: currentTarget.value })}
          />
        )}
      </Field>
      <Field label="Where">
        {(control) => (
          <Select
            {...control}
            value={form.path}
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
        <Checkbox type="checkbox" checked={form.isWord} onChange={() => set({ isWord: !form.isWord })}>
          Whole words
        </Checkbox>
        <Checkbox type="checkbox" checked={form.isRegex} onChange={() => set({ isRegex: !form.isRegex })}>
          Regular expression
        </Checkbox>
        {onRemove && (
          <Button kind="plain" onClick={onRemove}>
            Remove
          </Button>
        )}
      </div>
    </div>
  );
}
