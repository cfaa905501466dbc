import { useState } from 'react';
import { Field } from '#pwa/ui/field.tsx';
import { TextArea, TextInput } from '#pwa/ui/text-input.tsx';
import styles from './draft-editor.module.css';

interface TextEditorProps {
  readonly name: string;
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (value: string) => void;
}

const LINE_LENGTH = 60;
const MOST_ROWS = 8;

/** One line for what began as one, an area for what began as more; it doesn't change under the writing hand. */
export function TextEditor({ name, value, error, onChange }: TextEditorProps) {
  const [isLong] = useState(() => value.length > LINE_LENGTH || value.includes('\n'));
  return (
    <Field label={name} error={error}>
      {(control) =>
        isLong ? (
          <TextArea
            {...control}
            rows={Math.min(MOST_ROWS, value.split('\n').length + Math.ceil(value.length / LINE_LENGTH))}
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
