import { useState, type SyntheticEvent } from 'react';
import { Button } from '#pwa/ui/button.tsx';
import { Dialog } from '#pwa/ui/dialog.tsx';
import { Field } from '#pwa/ui/field.tsx';
import { TextInput } from '#pwa/ui/text-input.tsx';
import { countOf } from './count-of.ts';
import styles from './migration.module.css';

interface TypedConfirmProps {
  readonly isOpen: boolean;
  /** The name that must be typed. */
  readonly name: string;
  /** Number of documents that will be deleted. */
  readonly deleted: number;
  readonly onClose: () => void;
  readonly onConfirm: () => void;
}

/** Asks for the target's name before documents are deleted from it. */
export function TypedConfirm({ isOpen, name, deleted, onClose, onConfirm }: TypedConfirmProps) {
  const [typed, setTyped] = useState('');
  const [isWrong, setIsWrong] = useState(false);

  function close() {
    setTyped('');
    setIsWrong(false);
    onClose();
  }

  function handleSubmit(event: SyntheticEvent) {
    event.preventDefault();
    if (typed !== name) return setIsWrong(true);
    close();
    onConfirm();
  }

  return (
    <Dialog
      title={`Make ${name} the same as its source?`}
      isOpen={isOpen}
      onClose={close}
      actions={
        <>
          <Button data-initial-focus onClick={close}>
            Cancel
          </Button>
          <Button type="submit" form="typed-confirm" kind="danger">
            Replace all
          </Button>
        </>
      }
    >
      <form id="typed-confirm" className={styles.jobView} onSubmit={handleSubmit}>
        <p>
          {countOf(deleted, 'document')} that the source doesn’t have will be deleted from {name}. They stay
          in the history, and undoing the job brings them back.
        </p>
        <Field
          label={`Type ${name} to go on`}
          error={isWrong ? `This is not ${name}. Nothing was changed.` : undefined}
        >
          {(control) => (
            <TextInput
              {...control}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              value={typed}
              onChange={({ currentTarget }) => setTyped(currentTarget.value)}
            />
          )}
        </Field>
      </form>
    </Dialog>
  );
}
