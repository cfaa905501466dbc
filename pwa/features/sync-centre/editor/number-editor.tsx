import { useState } from 'react';
import { Field } from '#pwa/ui/field.tsx';
import { TextInput } from '#pwa/ui/text-input.tsx';
import styles from './draft-editor.module.css';

interface NumberEditorProps {
  readonly name: string;
  readonly value: number;
  readonly error: string | undefined;
  readonly onChange: (value: number) => void;
}

/** While what is typed is no number, the last one that was stays. */
export function NumberEditor({ name, value, error, onChange }: NumberEditorProps) {
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
