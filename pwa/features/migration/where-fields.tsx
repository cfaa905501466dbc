import { useId } from 'react';
import { AppError } from '#shared/kernel/app-error.ts';
import { parseWhere } from '#shared/migration/where.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Field } from '#pwa/ui/field.tsx';
import { Select } from '#pwa/ui/select.tsx';
import { TextInput } from '#pwa/ui/text-input.tsx';
import { isMeant, NO_WHERE, toCondition, type WhereDraft, type WhereOperator } from './choices.ts';
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
  readonly drafts: readonly WhereDraft[];
  /** Of the fields there are. */
  readonly paths: readonly string[];
  readonly onChange: (drafts: readonly WhereDraft[]) => void;
}

/** Which documents are meant: all, or those that meet every condition. */
export function WhereFields({ drafts, paths, onChange }: WhereFieldsProps) {
  const listId = useId();
  const plain = { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false } as const;
  return (
    <fieldset className={styles.whereFieldsAll}>
      <legend className={styles.whereFieldsLegend}>Which documents</legend>
      {drafts.length === 0 && <p className={styles.whereFieldsNote}>All of them.</p>}
      {drafts.map((draft, index) => {
        const set = (part: Partial<WhereDraft>) => onChange(drafts.with(index, { ...draft, ...part }));
        return (
          // A condition is known by its place alone.
          // oxlint-disable-next-line react/no-array-index-key
          <div key={index} className={styles.whereFieldsOne}>
            <Field label="Where the field" error={findWhereProblem(draft)}>
              {(control) => (
                <TextInput
                  {...control}
                  {...plain}
                  list={listId}
                  value={draft.field}
                  onChange={({ currentTarget }) => set({ field: currentTarget.value })}
                />
              )}
            </Field>
            <Field label="Compared how">
              {(control) => (
                <Select
                  {...control}
                  value={draft.operator}
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
                  value={draft.value}
                  onChange={({ currentTarget }) => set({ value: currentTarget.value })}
                />
              )}
            </Field>
            <Button kind="plain" onClick={() => onChange(drafts.toSpliced(index, 1))}>
              Remove
            </Button>
          </div>
        );
      })}
      <Button kind="plain" onClick={() => onChange([...drafts, NO_WHERE])}>
        {drafts.length === 0 ? 'Copy only some' : 'And where'}
      </Button>
      <datalist id={listId}>
        {paths.map((path) => (
          <option key={path} value={path} aria-label={path} />
        ))}
      </datalist>
    </fieldset>
  );
}

/** Why a condition can't be understood, in the command line's words. */
export function findWhereProblem(draft: WhereDraft): string | undefined {
  if (!isMeant(draft)) return undefined;
  try {
    parseWhere([toCondition(draft)]);
    return undefined;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return error.message;
  }
}
