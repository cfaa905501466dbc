import { useState, type SyntheticEvent } from 'react';
import { MAX_PASSKEYS, type ListedPasskey } from '#shared/api/account-routes.ts';
import { hasPasskeySupport } from '#pwa/data/session/passkeys.ts';
import { Button } from '#pwa/ui/button.tsx';
import { ConfirmDialog } from '#pwa/ui/confirm-dialog.tsx';
import { Instant } from '#pwa/ui/content/instant.tsx';
import { Field } from '#pwa/ui/field.tsx';
import { Row, RowList } from '#pwa/ui/row-list.tsx';
import { TextInput } from '#pwa/ui/text-input.tsx';
import styles from './account.module.css';

interface OwnPasskeysProps {
  /** Oldest first. */
  readonly passkeys: readonly ListedPasskey[];
  /** Whether the account has no other second factor than its passkeys. */
  readonly isOnlyFactor: boolean;
  /** What signs in without a second factor, in words. */
  readonly first: string;
  readonly isDisabled: boolean;
  /** @returns whether it was added */
  readonly onAdd: (name: string) => Promise<boolean>;
  readonly onRemove: (passkey: ListedPasskey) => void;
}

/** Lists the passkeys of the account, adds and removes them. */
export function OwnPasskeys(props: OwnPasskeysProps) {
  const { passkeys, isOnlyFactor, first, isDisabled, onAdd, onRemove } = props;
  const [isAdding, setIsAdding] = useState(false);
  const [asked, setAsked] = useState<ListedPasskey>();
  const isLastFactor = isOnlyFactor && passkeys.length === 1;

  async function handleAdd(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    setIsAdding(true);
    try {
      if (await onAdd(String(new FormData(form).get('name') ?? ''))) form.reset();
    } finally {
      setIsAdding(false);
    }
  }

  return (
    <div className={styles.factor}>
      <h3>Passkeys</h3>
      <p>
        A passkey signs you in without the password. Your device or your password manager keeps it, and opens
        it with your fingerprint, face or PIN.
      </p>
      {passkeys.length > 0 && (
        <RowList label="Passkeys">
          {passkeys.map((passkey) => (
            <Row
              key={passkey.id}
              name={passkey.name}
              actions={
                <Button
                  disabled={isDisabled}
                  aria-label={`Remove the passkey ${passkey.name}`}
                  onClick={() => setAsked(passkey)}
                >
                  Remove
                </Button>
              }
            >
              <span>
                Added <Instant at={passkey.madeAt} />
              </span>
              {passkey.usedAt === null ? (
                <span>Not used yet</span>
              ) : (
                <span>
                  Last used <Instant at={passkey.usedAt} />
                </span>
              )}
            </Row>
          ))}
        </RowList>
      )}
      {!hasPasskeySupport() && (
        <p>This browser can’t make passkeys. Use a newer one, or open the shop on your phone.</p>
      )}
      {hasPasskeySupport() && passkeys.length >= MAX_PASSKEYS && (
        <p>An account has at most {MAX_PASSKEYS} passkeys. Remove one to add another.</p>
      )}
      {hasPasskeySupport() && passkeys.length < MAX_PASSKEYS && (
        <form noValidate className={styles.addPasskey} onSubmit={(event) => void handleAdd(event)}>
          <Field
            label="Name"
            isOptional
            hint="For you, to tell your passkeys apart, such as “Phone” or “Work laptop”."
          >
            {(control) => <TextInput {...control} name="name" autoComplete="off" maxLength={60} />}
          </Field>
          <Button
            type="submit"
            kind={isOnlyFactor && passkeys.length === 0 ? 'primary' : 'quiet'}
            disabled={isDisabled}
          >
            {isAdding ? 'Follow your device …' : 'Add a passkey'}
          </Button>
        </form>
      )}
      <ConfirmDialog
        title="Remove this passkey?"
        action="Remove"
        isDanger
        isOpen={asked !== undefined}
        onClose={() => setAsked(undefined)}
        onConfirm={() => asked && onRemove(asked)}
      >
        <p>
          “{asked?.name}” no longer signs you in, and all other browsers are signed out.{' '}
          {isLastFactor &&
            `It is your only second factor: ${first} alone then signs in, and your recovery codes count no more. If you are staff, you are a customer until you have another one. `}
          Remove it from your device or password manager, too.
        </p>
      </ConfirmDialog>
    </div>
  );
}
