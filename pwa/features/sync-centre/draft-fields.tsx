import { Field } from '#pwa/ui/field.tsx';
import { TextArea } from '#pwa/ui/text-input.tsx';
import styles from './draft-fields.module.css';
import { toFieldName } from './field-name.ts';

type Content = Record<string, unknown>;

interface DraftFieldsProps {
  readonly content: Content;
  /** The field the server complained about, and what it said. */
  readonly faultyPath: string;
  readonly message: string;
  readonly onChange: (content: Content) => void;
}

const CARRIED = new Set(['FBUID', 'createdAt']);
const LINE_LENGTH = 60;

/** Texts can be put right here; lists and numbers are shown as they are. */
export function DraftFields({ content, faultyPath, message, onChange }: DraftFieldsProps) {
  return (
    <div className={styles.fields}>
      {Object.entries(content)
        .filter(([field]) => !CARRIED.has(field))
        .map(([field, value]) =>
          typeof value === 'string' ? (
            <Field key={field} label={toFieldName(field)} error={faultyPath === field ? message : undefined}>
              {(control) => (
                <TextArea
                  {...control}
                  rows={Math.min(8, Math.ceil((value.length + 1) / LINE_LENGTH))}
                  className={styles.text}
                  value={value}
                  onChange={(event) => onChange({ ...content, [field]: event.target.value })}
                />
              )}
            </Field>
          ) : (
            <details key={field} className={styles.raw}>
              <summary>{toFieldName(field)}</summary>
              <pre>{JSON.stringify(value, undefined, 2)}</pre>
            </details>
          ),
        )}
    </div>
  );
}
