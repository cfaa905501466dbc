import { useId, useState, type ReactNode } from 'react';
import type { SignOutState } from '#pwa/data/session/session.ts';
import { useHasAccess } from '#pwa/data/session/use-session.ts';
import { toFormTitle } from '#pwa/data/forms/describe-form.ts';
import { useConnection } from '#pwa/data/sync/use-connection.ts';
import { Button } from '#pwa/ui/button.tsx';
import { ConfirmDialog } from '#pwa/ui/confirm-dialog.tsx';
import { Dialog } from '#pwa/ui/dialog.tsx';
import { toOutage } from '#pwa/ui/outage.ts';
import { Link } from '#pwa/ui/link.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import styles from './account.module.css';

const NOTHING: SignOutState = { waiting: 0, refused: 0, locked: 0, files: 0, forms: [] };

export type WaitingWrites = 'send' | 'keep' | 'discard';

interface SignOutDialogProps {
  /** The unsent changes; the dialog is open while this is defined. */
  readonly state: SignOutState | undefined;
  readonly failure: string | undefined;
  readonly isBusy: boolean;
  readonly onClose: () => void;
  readonly onChoose: (choice: WaitingWrites) => void;
}

/** Asks what to do with unsent changes before signing out. */
export function SignOutDialog({ state, failure, isBusy, onClose, onChoose }: SignOutDialogProps) {
  const { isOnline, hasNetwork } = useConnection();
  const hasAccess = useHasAccess();
  const [isConfirming, setIsConfirming] = useState(false);
  const { waiting, refused, locked, files, forms } = state ?? NOTHING;
  const noun = files + forms.length > 0 ? 'item' : 'change';
  const things = waiting === 1 ? `1 ${noun} is` : `${waiting} ${noun}s are`;
  const canSend = isOnline && refused === 0 && locked === 0 && files === 0 && forms.length === 0;
  return (
    <>
      <Dialog title={`${things} not sent yet`} isOpen={state !== undefined} onClose={onClose}>
        <div className={styles.signOutDialogChoices}>
          {failure !== undefined && (
            <Notice tone="error" role="alert">
              {failure} You are still signed in, and nothing is lost.
            </Notice>
          )}
          {state && toKinds(state).length > 1 && (
            <p>
              {toKinds(state).join(', ')}. See them in the <Link to="/sync">sync centre</Link>.
            </p>
          )}
          {forms.length > 0 && (
            <div className={styles.signOutDialogForms}>
              <p>Written, but not sent:</p>
              <ul>
                {forms.map((form) => (
                  <li key={form.key}>{toFormTitle(form)}</li>
                ))}
              </ul>
            </div>
          )}
          {hasAccess && <AccessCodeNote />}
          <Choice text={toSendNote(isOnline, hasNetwork, { refused, locked, files, forms })}>
            {(noteId) => (
              <Button
                kind="primary"
                data-initial-focus
                disabled={isBusy || !canSend}
                aria-describedby={noteId}
                onClick={() => onChoose('send')}
              >
                Send now
              </Button>
            )}
          </Choice>
          <Choice text="It stays on this device, unseen by others, and you go on with it when you sign in here again.">
            {(noteId) => (
              <Button disabled={isBusy} aria-describedby={noteId} onClick={() => onChoose('keep')}>
                Keep for this account
              </Button>
            )}
          </Choice>
          <Choice text="It is deleted for good. Export it in the sync centre first if you may need it.">
            {(noteId) => (
              <Button
                kind="danger"
                disabled={isBusy}
                aria-describedby={noteId}
                onClick={() => setIsConfirming(true)}
              >
                Discard
              </Button>
            )}
          </Choice>
        </div>
      </Dialog>
      <ConfirmDialog
        title="Discard what was not sent?"
        action="Discard and log out"
        isDanger
        isOpen={isConfirming && state !== undefined}
        onClose={() => setIsConfirming(false)}
        onConfirm={() => onChoose('discard')}
      >
        <p>
          {things} on this device only. After this, nobody can bring {waiting === 1 ? 'it' : 'them'} back.
        </p>
      </ConfirmDialog>
    </>
  );
}

/** What waits, by kind; one kind needs no list. */
function toKinds({ waiting, refused, files, forms }: SignOutState): readonly string[] {
  const saved = waiting - refused - files - forms.length;
  const kinds = [
    [saved, 'saved change', 'saved changes'],
    [refused, 'change that the server refused', 'changes that the server refused'],
    [files, 'file', 'files'],
    [forms.length, 'form', 'forms'],
  ] as const;
  return kinds.flatMap(([count, one, many]) => (count > 0 ? [`${count} ${count === 1 ? one : many}`] : []));
}

function toSendNote(
  isOnline: boolean,
  hasNetwork: boolean,
  { refused, locked, files, forms }: Omit<SignOutState, 'waiting'>,
): string {
  if (refused > 0)
    return `The server refused ${refused}. Look at ${refused === 1 ? 'it' : 'them'} in the sync centre first.`;
  if (forms.length > 0)
    return forms.length === 1
      ? 'A form is not finished. Send it from its page first, or keep it.'
      : `${forms.length} forms are not finished. Send them from their pages first, or keep them.`;
  if (locked > 0)
    return locked === 1
      ? 'A purchase order waits for the access code. Enter the code first, or keep the order.'
      : `${locked} purchase orders wait for the access code. Enter the code first, or keep the orders.`;
  if (isOnline && files > 0)
    return files === 1
      ? '1 file is still being sent. Wait for it, or keep it.'
      : `${files} files are still being sent. Wait for them, or keep them.`;
  return isOnline
    ? 'You are signed out as soon as the server has everything.'
    : `${toOutage(hasNetwork)} This needs a connection.`;
}

/** Says on an unlocked device that a sign-out locks the purchase orders, which only the server can unlock. */
export function AccessCodeNote({ id }: { readonly id?: string }) {
  return (
    <p id={id} className={styles.signOutDialogNote}>
      Once you log out, this device asks for the access code again; that needs a connection.
    </p>
  );
}

interface ChoiceProps {
  readonly text: string;
  readonly children: (noteId: string) => ReactNode;
}

function Choice({ text, children }: ChoiceProps) {
  const noteId = useId();
  return (
    <div className={styles.signOutDialogChoice}>
      {children(noteId)}
      <p id={noteId} className={styles.signOutDialogNote}>
        {text}
      </p>
    </div>
  );
}
