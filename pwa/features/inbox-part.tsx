import { useId, useState, type ReactNode, type SyntheticEvent } from 'react';
import {
  MAX_ENTRY_TEXT,
  type InboxEntry,
  type InboxItem,
  type InboxSubject,
} from '#shared/collections/inbox.ts';
import { toInboxId } from '#shared/domain/inbox.ts';
import { compareTimes } from '#shared/kernel/clock.ts';
import { useStore } from '#pwa/create-store.ts';
import { useAppStore } from '#pwa/data/app-store.ts';
import { takeInboxStep, useInboxItem, type InboxStep } from '#pwa/data/queries/inbox.ts';
import { useSession } from '#pwa/data/session/use-session.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Instant } from '#pwa/ui/content/instant.tsx';
import { Field } from '#pwa/ui/field.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import { TextArea } from '#pwa/ui/text-input.tsx';
import { useToast } from '#pwa/ui/toasts.ts';
import { DocumentState } from './document-state.tsx';
import styles from './desk.module.css';
import { toReason } from './to-reason.ts';

export const INBOX_STATE_TEXTS = {
  new: 'New',
  open: 'Open',
  answered: 'Answered',
  closed: 'Closed',
} as const;
export type InboxStateShown = keyof typeof INBOX_STATE_TEXTS;

export function toShownState(item: InboxItem | undefined): InboxStateShown {
  return item?.inboxState ?? 'new';
}

interface InboxPartProps {
  readonly collection: InboxSubject;
  readonly id: string;
  /** Whether it has only notes: an order has states of its own. */
  readonly hasOnlyNotes?: boolean;
}

/** What staff do about a document: who takes care of it, whether it is done, and notes that only staff read. */
export function InboxPart({ collection, id, hasOnlyNotes = false }: InboxPartProps) {
  const titleId = useId();
  const item = useInboxItem(collection, id);
  const takeStep = useInboxStep({ collection, id });
  return (
    <section className={styles.part} aria-labelledby={titleId} data-screen-only>
      <h2 id={titleId} className={styles.title}>
        Notes for staff
      </h2>
      {!hasOnlyNotes && <Care item={item} onStep={takeStep} />}
      <DocumentState collection="inbox" documentId={toInboxId(collection, id)} />
      {item && item.inboxNotes.length > 0 && (
        <ul className={styles.entries} aria-label="Notes">
          {item.inboxNotes.toSorted(byTime).map((note) => (
            <Entry key={note.id} entry={note} />
          ))}
        </ul>
      )}
      <EntryForm
        formKey={`inbox/${toInboxId(collection, id)}/note`}
        label="Note"
        hint="Only staff read it."
        action="Add note"
        onSend={(text, by) => takeStep({ do: 'note', text, by })}
      />
    </section>
  );
}

export const byTime = (a: InboxEntry, b: InboxEntry) => compareTimes(a.at, b.at);

/** Takes steps for a document, and tells why one could not be taken. @returns whether it was */
export function useInboxStep(subject: { readonly collection: InboxSubject; readonly id: string }) {
  const app = useAppStore();
  const showToast = useToast();
  return async (step: InboxStep): Promise<boolean> => {
    try {
      await takeInboxStep(app, subject, step);
      return true;
    } catch (error) {
      showToast({ text: `This was not saved. ${toReason(error)}`, tone: 'error' });
      return false;
    }
  };
}

interface CareProps {
  readonly item: InboxItem | undefined;
  readonly onStep: (step: InboxStep) => Promise<boolean>;
}

function Care({ item, onStep }: CareProps) {
  const { account } = useSession();
  const state = toShownState(item);
  const assignee = item?.inboxAssignee ?? '';
  const isMine = assignee !== '' && assignee === account?.email;
  return (
    <>
      <p>
        {INBOX_STATE_TEXTS[state]}.{' '}
        {assignee === ''
          ? 'Nobody takes care of it yet.'
          : isMine
            ? 'You take care of it.'
            : `${assignee} takes care of it.`}
      </p>
      <div className={styles.buttons}>
        {isMine ? (
          <Button onClick={() => void onStep({ do: 'assign', to: '' })}>Give it back</Button>
        ) : (
          <Button onClick={() => void onStep({ do: 'assign', to: account?.email ?? '' })}>
            {assignee === '' ? 'Take it' : 'Take it over'}
          </Button>
        )}
        {state === 'closed' ? (
          <Button onClick={() => void onStep({ do: 'move', to: 'open' })}>Open it again</Button>
        ) : (
          <Button onClick={() => void onStep({ do: 'move', to: 'closed' })}>Close</Button>
        )}
      </div>
    </>
  );
}

/** What somebody wrote. */
export function Entry({ entry, state }: { readonly entry: InboxEntry; readonly state?: ReactNode }) {
  const { text, by, at } = entry;
  return (
    <li className={styles.entry}>
      <p className={styles.text}>{text}</p>
      <p className={styles.soft}>
        {by}, <Instant at={at} />
      </p>
      {state}
    </li>
  );
}

interface EntryFormProps {
  /** Under which the text is kept on this device until it is sent. */
  readonly formKey: string;
  readonly label: string;
  readonly hint: string;
  readonly action: string;
  /** @param by the writer's address. @returns whether it was saved */
  readonly onSend: (text: string, by: string) => Promise<boolean>;
}

/** Takes a text, which survives a reload. */
export function EntryForm(props: EntryFormProps) {
  const { forms } = useAppStore();
  const isReady = useStore(forms.all) !== undefined;
  return isReady ? <ReadyForm key={props.formKey} {...props} /> : <Skeleton />;
}

function ReadyForm({ formKey, label, hint, action, onSend }: EntryFormProps) {
  const { forms } = useAppStore();
  const { account } = useSession();
  const [text, setText] = useState(() => String(forms.read(formKey)?.content['text'] ?? ''));
  const [isTried, setIsTried] = useState(false);
  const [isSaving, setIsSaving] = useState(false);
  const isEmpty = text.trim() === '';

  function change(value: string) {
    setText(value);
    if (value === '') forms.remove(formKey);
    else forms.keep({ key: formKey, content: { text: value } });
  }

  async function handleSubmit(event: SyntheticEvent) {
    event.preventDefault();
    setIsTried(isEmpty);
    if (isEmpty || !account) return;
    setIsSaving(true);
    if (await onSend(text.trim(), account.email)) change('');
    setIsSaving(false);
  }

  return (
    <form className={styles.form} onSubmit={(event) => void handleSubmit(event)} noValidate>
      <Field label={label} hint={hint} error={isTried && isEmpty ? 'required' : undefined}>
        {(control) => (
          <TextArea
            {...control}
            rows={3}
            maxLength={MAX_ENTRY_TEXT}
            value={text}
            readOnly={isSaving}
            onChange={({ target }) => change(target.value)}
          />
        )}
      </Field>
      <div className={styles.buttons}>
        <Button type="submit" disabled={isSaving}>
          {action}
        </Button>
      </div>
    </form>
  );
}
