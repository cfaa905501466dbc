import { useId } from 'react';
import { AppError } from '#shared/kernel/app-error.ts';
import { parseWhere } from '#shared/migration/where.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Field } from '#pwa/ui/field.tsx';
import { Select } from '#pwa/ui/select.tsx';
import { TextInput } from '#pwa/ui/text-input.tsx';
import { hasInput, NO_WHERE, toCondition, type WhereForm, type WhereOperator } from './choices.ts';
import styles from './migration.module.css';

const OPERATORS: readonly (readonly [operator: WhereOperator, text: string])[] = [
  ['=', 'is'],
  ['!=', 'is not'],
  ['<', 'is less than'],
  ['<=', 'is at most'],
  ['>', 'is more than'],
  ['>=', 'is at least'],
];

interface WhereFieldsProps {
  readonly forms: readonly WhereForm[];
  /** Paths of the existing fields, as suggestions. */
  readonly paths: readonly string[];
  readonly onChange: (forms: readonly WhereForm[]) => void;
}

/** Selects the documents: all, or those that meet every condition. */
export function WhereFields({ forms, paths, onChange }: WhereFieldsProps) {
  const listId = useId();
  const plain = { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false } as const;
  return (
    <fieldset className={styles.whereFieldsAll}>
      <legend className={styles.whereFieldsLegend}>Which documents</legend>
      {forms.length === 0 && <p className={styles.whereFieldsNote}>All of them.</p>}
      {forms.map((form, index) => {
        const set = (part: Partial<WhereForm>) => onChange(forms.with(index, { ...form, ...part }));
        return (
          // Conditions have no key but their index.
          // oxlint-disable-next-line react/no-array-index-key
          <div key={index} className={styles.whereFieldsOne}>
            <Field label="Where the field" error={findWhereProblem(form)}>
              {(control) => (
                <TextInput
                  {...control}
                  {...plain}
                  list={listId}
                  value={form.field}
                  onChange={({ currentTarget }) => set({ field: currentTarget.value })}
                />
              )}
            </Field>
            <Field label="Compared how">
              {(control) => (
                <Select
                  {...control}
                  value={form.operator}
                  onChange={({ currentTarget }) => set({ operator: currentTarget.value as WhereOperator })}
                >
                  {OPERATORS.map(([operator, text]) => (
                    <option key={operator} value={operator}>
                      {text}
                    </option>
                  ))}
                </Select>
              )}
            </Field>
            <Field label="Value">
              {(control) => (
                <TextInput
                  {...control}
                  {...plain}
                  value={form.value}
                  onChange={({ currentTarget }) => set({ value: currentTarget.value })}
                />
              )}
            </Field>
            <Button kind="plain" onClick={() => onChange(forms.toSpliced(index, 1))}>
              Remove
            </Button>
          </div>
        );
      })}
      <Button kind="plain" onClick={() => onChange([...forms, NO_WHERE])}>
        {forms.length === 0 ? 'Copy only some' : 'And where'}
      </Button>
      <datalist id={listId}>
        {paths.map((path) => (
          <option key={path} value={path} aria-label={path} />
        ))}
      </datalist>
    </fieldset>
  );
}

/** Why a condition is invalid, in the command line's words. */
export function findWhereProblem(form: WhereForm): string | undefined {
  if (!hasInput(form)) return undefined;
  try {
    parseWhere([toCondition(form)]);
    return undefined;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return error.message;
  }
}
