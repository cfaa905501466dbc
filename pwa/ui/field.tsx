import { useId, type ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './field.module.css';

/** Props that link a control to its field. */
export interface ControlProps {
  readonly id: string;
  readonly 'aria-describedby'?: string;
  readonly 'aria-invalid'?: true;
  readonly 'aria-required'?: true;
}

interface FieldProps {
  readonly label: string;
  /** Shown under the control while its value is invalid, e.g. `required`. */
  readonly error?: string | undefined;
  readonly hint?: string | undefined;
  readonly isOptional?: boolean;
  /** Marks the label with an asterisk. */
  readonly isRequired?: boolean;
  readonly children: (control: ControlProps) => ReactNode;
}

/** A label, its control, and the hint and error below it, linked for assistive technology. */
export function Field({ label, error, hint, isOptional, isRequired, children }: FieldProps) {
  const id = useId();
  const describedBy = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ');
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={classNames(styles.label, isRequired && styles.required)}>
        {label}
        {isOptional && <span className={styles.optional}> (optional)</span>}
      </label>
      {children({
        id,
        ...(describedBy === '' ? {} : { 'aria-describedby': describedBy }),
        ...(error ? { 'aria-invalid': true as const } : {}),
        ...(isRequired ? { 'aria-required': true as const } : {}),
      })}
      {hint && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className={styles.error}>
          {error}
        </p>
      )}
    </div>
  );
}
