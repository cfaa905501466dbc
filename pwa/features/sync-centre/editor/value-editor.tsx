import { useState } from 'react';
import { Checkbox } from '#pwa/ui/checkbox.tsx';
import { toFieldName } from '#pwa/ui/content/field-name.ts';
import { isRecord } from '#pwa/ui/content/is-record.ts';
import { Field } from '#pwa/ui/field.tsx';
import { Select } from '#pwa/ui/select.tsx';
import { TextInput, TextArea } from '#pwa/ui/text-input.tsx';
import type { Fault } from '../rejected-change-faults.ts';
import styles from './rejected-change-editor.module.css';
import { ListEditor } from './list-editor.tsx';

export interface ValueEditorProps {
  readonly name: string;
  /** Path of the value in the document, e.g. `productPrices[0].value`. */
  readonly path: string;
  readonly value: unknown;
  /** All faults of the document. */
  readonly faults: readonly Fault[];
  readonly options?: readonly string[] | undefined;
  readonly onChange: (value: unknown) => void;
}

/** The control that fits the value: text, choice, number, checkbox, list or group. */
export function ValueEditor(props: ValueEditorProps) {
  const { name, path, value, faults, options, onChange } = props;
  const error = faults.find((fault) => fault.path === path)?.message;
  if (options) {
    return (
      <Field label={name} error={error}>
        {(control) => (
          <Select {...control} value={String(value)} onChange={(event) => onChange(event.target.value)}>
            {[...new Set([String(value), ...options])].map((option) => (
              <option key={option} value={option}>
                {option === '' ? 'None' : option}
              </option>
            ))}
          </Select>
        )}
      </Field>
    );
  }
  if (typeof value === 'number')
    return <NumberEditor name={name} value={value} error={error} onChange={onChange} />;
  if (typeof value === 'boolean') {
    return (
      <div className={styles.tick}>
        <Checkbox type="checkbox" checked={value} onChange={(event) => onChange(event.target.checked)}>
          {name}
        </Checkbox>
      </div>
    );
  }
  if (Array.isArray(value)) {
    return (
      <ListEditor {...props} value={value}>
        {(entry) => <ValueEditor {...entry} faults={faults} />}
      </ListEditor>
    );
  }
  if (isRecord(value)) return <RecordEditor {...props} value={value} />;
  return (
    <TextEditor
      name={name}
      value={typeof value === 'string' ? value : ''}
      error={error}
      onChange={onChange}
    />
  );
}

function RecordEditor({
  name,
  path,
  value,
  faults,
  onChange,
}: ValueEditorProps & { readonly value: Readonly<Record<string, unknown>> }) {
  return (
    <div role="group" aria-label={name} className={styles.group}>
      {Object.entries(value).map(([field, inner]) => (
        <ValueEditor
          key={field}
          name={toFieldName(field)}
          path={`${path}.${field}`}
          value={inner}
          faults={faults}
          onChange={(next) => onChange({ ...value, [field]: next })}
        />
      ))}
    </div>
  );
}

interface NumberEditorProps {
  readonly name: string;
  readonly value: number;
  readonly error: string | undefined;
  readonly onChange: (value: number) => void;
}

/** Keeps the last valid number while the input isn't one. */
function NumberEditor({ name, value, error, onChange }: NumberEditorProps) {
  const [text, setText] = useState(String(value));
  const isNumber = text.trim() !== '' && Number.isFinite(Number(text));

  function handleChange(next: string) {
    setText(next);
    if (next.trim() !== '' && Number.isFinite(Number(next))) onChange(Number(next));
  }

  return (
    <Field label={name} error={isNumber ? error : `A number is needed. Until then it stays ${value}.`}>
      {(control) => (
        <TextInput
          {...control}
          inputMode="decimal"
          className={styles.number}
          value={text}
          onChange={(event) => handleChange(event.target.value)}
        />
      )}
    </Field>
  );
}

interface TextEditorProps {
  readonly name: string;
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (value: string) => void;
}

const LINE_LENGTH = 60;
const MAX_ROWS = 8;

/** A single line or a text area, depending on the initial value only, so that it doesn't change while typing. */
function TextEditor({ name, value, error, onChange }: TextEditorProps) {
  const [isLong] = useState(() => value.length > LINE_LENGTH || value.includes('\n'));
  return (
    <Field label={name} error={error}>
      {(control) =>
        isLong ? (
          <TextArea
            {...control}
            rows={Math.min(MAX_ROWS, value.split('\n').length + Math.ceil(value.length / LINE_LENGTH))}
            className={styles.text}
            value={value}
            onChange={(event) => onChange(event.target.value)}
          />
        ) : (
          <TextInput {...control} value={value} onChange={(event) => onChange(event.target.value)} />
        )
      }
    </Field>
  );
}
