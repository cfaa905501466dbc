import { Field } from '#pwa/ui/field.tsx';
import { PasswordInput } from '#pwa/ui/password-input.tsx';

interface NewPasswordFieldProps {
  readonly label: string;
  readonly error?: string | undefined;
}

/** Where a person chooses a password. */
export function NewPasswordField({ label, error }: NewPasswordFieldProps) {
  return (
    <Field label={label} error={error} hint="At least 8 characters of any kind; 15 or more are safer.">
      {(control) => <PasswordInput {...control} name="password" autoComplete="new-password" />}
    </Field>
  );
}
