import { useState, type SyntheticEvent } from 'react';
import { isJsonEqual, type JsonObject } from '#shared/kernel/json.ts';
import { pairByName, type ConflictChoice, type NamedEntry, type Side } from '#shared/sync/named-entries.ts';
import { Button } from './button.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import styles from './conflict-choices.module.css';
import { toFieldName } from './content/field-name.ts';
import { isRecord } from './content/is-record.ts';
import { Value } from './content/value.tsx';
import { Details } from './details.tsx';

export type ConflictChoicesMade = Readonly<Record<string, ConflictChoice>>;

interface ConflictChoicesProps {
  /** Both values of each field that changed on both sides: `{ field: { mine, theirs } }`. */
  readonly content: Readonly<Record<string, unknown>>;
  readonly isBusy: boolean;
  readonly onSave: (choices: ConflictChoicesMade) => void;
}

const SIDES = [
  { side: 'mine', name: 'Yours', note: 'saved on this device' },
  { side: 'theirs', name: 'Theirs', note: 'on the server' },
] as const;

/**
 * Lets the person choose between both values of each conflicting field, or of each entry of a list with unique names.
 * Neither is preselected, and ending the person's own version asks first.
 */
export function ConflictChoices({ content, isBusy, onSave }: ConflictChoicesProps) {
  const [ending, setEnding] = useState<ConflictChoicesMade>();
  const fields = Object.entries(content).map(([field, values]) => toField(field, values));

  function handleSubmit(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const sideOf = (key: string): Side => (form.get(key) === 'mine' ? 'mine' : 'theirs');
    const choices = fields.map(({ field, entries }) => {
      const sides = entries?.map(({ name }) => [name, sideOf(toKey(field, name))] as const);
      return [field, sides ? Object.fromEntries(sides) : sideOf(field)] as const;
    });
    const isMineKept = [...form.values()].includes('mine');
    const made = Object.fromEntries(choices);
    if (isMineKept || fields.length === 0) onSave(made);
    else setEnding(made);
  }

  return (
    <form className={styles.form} onSubmit={handleSubmit}>
      {fields.length === 0 && <p>Both versions are the same by now, so nothing is left to choose.</p>}
      {fields.map(({ field, mine, theirs, entries, same }) =>
        entries ? (
          <section key={field} className={styles.list} aria-label={toFieldName(field)}>
            <h4 className={styles.legend}>{toFieldName(field)}</h4>
            {entries.map((entry) => (
              <Choice
                key={entry.name}
                name={toKey(field, entry.name)}
                title={entry.name}
                {...withoutSame(entry)}
              />
            ))}
            {same.length > 0 && (
              <Details title={same.length === 1 ? '1 unchanged entry' : `${same.length} unchanged entries`}>
                <Value value={same} />
              </Details>
            )}
          </section>
        ) : (
          <Choice key={field} name={field} title={toFieldName(field)} mine={mine} theirs={theirs} />
        ),
      )}
      <div>
        <Button type="submit" kind="primary" disabled={isBusy}>
          {fields.length === 0 ? 'Done' : 'Save'}
        </Button>
      </div>
      <ConfirmDialog
        title="Discard your version?"
        action="Discard"
        isDanger
        isOpen={ending !== undefined}
        onClose={() => setEnding(undefined)}
        onConfirm={() => ending && onSave(ending)}
      >
        <p>You chose theirs everywhere. Your version is deleted for good.</p>
      </ConfirmDialog>
    </form>
  );
}

interface ChoiceProps {
  /** Name of the form's field. */
  readonly name: string;
  readonly title: string;
  readonly mine: unknown;
  readonly theirs: unknown;
}

function Choice({ name, title, ...values }: ChoiceProps) {
  return (
    <fieldset className={styles.field}>
      <legend className={styles.legend}>{title}</legend>
      {SIDES.map(({ side, name: sideName, note }) => (
        <label key={side} className={styles.choice}>
          <input type="radio" name={name} value={side} required />
          <span className={styles.words}>
            <span className={styles.name}>
              {sideName} <span className={styles.note}>{note}</span>
            </span>
            {values[side] === undefined ? 'Not included' : <Value value={values[side]} />}
          </span>
        </label>
      ))}
    </fieldset>
  );
}

interface ConflictField {
  readonly field: string;
  readonly mine: unknown;
  readonly theirs: unknown;
  /** The entries that differ, if both sides are lists with unique names. */
  readonly entries?: readonly NamedEntry[];
  readonly same: readonly unknown[];
}

function toField(field: string, values: unknown): ConflictField {
  const [mine, theirs] = isRecord(values) ? [values['mine'] ?? null, values['theirs'] ?? null] : [null, null];
  const pairs = pairByName(mine, theirs);
  if (!pairs) return { field, mine, theirs, same: [] };
  const isSame = (entry: NamedEntry) => isJsonEqual(entry.mine, entry.theirs);
  const same = pairs.filter(isSame).map((entry) => entry.theirs);
  return { field, mine, theirs, entries: pairs.filter((entry) => !isSame(entry)), same };
}

function toKey(field: string, name: string): string {
  return `${field} ${name}`;
}

/** Both values of an entry without its name, and without what both have in common. */
function withoutSame({ mine, theirs }: NamedEntry): Pick<ChoiceProps, Side> {
  const isShown = (field: string) =>
    field !== 'name' && !(mine && theirs && isJsonEqual(mine[field], theirs[field]));
  const pick = (entry: JsonObject | undefined) =>
    entry && Object.fromEntries(Object.entries(entry).filter(([field]) => isShown(field)));
  return { mine: pick(mine), theirs: pick(theirs) };
}
