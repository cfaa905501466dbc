import type { SyntheticEvent } from 'react';
import { Button } from './button.tsx';
import styles from './conflict-choices.module.css';
import { toFieldName } from './content/field-name.ts';
import { isRecord } from './content/is-record.ts';
import { Value } from './content/value.tsx';

export type Side = 'mine' | 'theirs';

interface ConflictChoicesProps {
  /** Both values of each field that changed on both sides: `{ field: { mine, theirs } }`. */
  readonly content: Readonly<Record<string, unknown>>;
  readonly isBusy: boolean;
  readonly onSave: (choices: Readonly<Record<string, Side>>) => void;
}

const SIDES = [
  { side: 'mine', name: 'Yours', note: 'kept on this device' },
  { side: 'theirs', name: 'Theirs', note: 'on the server' },
] as const;

/** Lets the person choose between both values of each conflicting field; theirs is preselected. */
export function ConflictChoices({ content, isBusy, onSave }: ConflictChoicesProps) {
  const fields = Object.entries(content);

  function handleSubmit(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    onSave(
      Object.fromEntries(fields.map(([field]) => [field, form.get(field) === 'mine' ? 'mine' : 'theirs'])),
    );
  }

  return (
    <form className={styles.form} onSubmit={handleSubmit}>
      {fields.map(([field, values]) => (
        <fieldset key={field} className={styles.field}>
          <legend className={styles.legend}>{toFieldName(field)}</legend>
          {SIDES.map(({ side, name, note }) => (
            <label key={side} className={styles.choice}>
              <input type="radio" name={field} value={side} defaultChecked={side === 'theirs'} />
              <span className={styles.words}>
                <span className={styles.name}>
                  {name} <span className={styles.note}>{note}</span>
                </span>
                <Value value={isRecord(values) ? values[side] : undefined} />
              </span>
            </label>
          ))}
        </fieldset>
      ))}
      <div>
        <Button type="submit" kind="primary" disabled={isBusy}>
          Save
        </Button>
      </div>
    </form>
  );
}
