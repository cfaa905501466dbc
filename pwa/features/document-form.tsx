import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { FormProvider, type FieldValues } from 'react-hook-form';
import { useLocation, useNavigate } from 'react-router-dom';
import { useAppStore } from '#pwa/data/app-store.ts';
import { settleForm } from '#pwa/data/forms/form-files.ts';
import { logError } from '#pwa/data/log.ts';
import type { SignInErrand } from '#pwa/data/session/session.ts';
import { useSession } from '#pwa/data/session/use-session.ts';
import { Button } from '#pwa/ui/button.tsx';
import { ConfirmDialog } from '#pwa/ui/confirm-dialog.tsx';
import { useToast } from '#pwa/ui/toasts.ts';
import { formatInstant } from '#pwa/ui/content/format-instant.ts';
import { Notice } from '#pwa/ui/notice.tsx';
import { FormDraftProvider, type DocumentFormState } from './use-document-form.ts';

/** In a form whose document is gone. */
export function DeletedElsewhere({ noun }: { readonly noun: string }) {
  return (
    <Notice tone="pending" role="alert">
      This {noun} was deleted elsewhere. What you typed is kept; you can save it as a new {noun}.
    </Notice>
  );
}

/** Navigation state that a form is opened with. */
export interface FormArrival {
  /** Saves at once: the person signed in to do so. */
  readonly isSaving?: boolean;
  /** What is kept of the form was just copied from another document. */
  readonly isCopy?: boolean;
}

interface DocumentFormProps<Stored, Values extends FieldValues> {
  readonly outer: DocumentFormState<Stored, Values>;
  /** What is edited, e.g. `product`. */
  readonly noun: string;
  /** Whether only staff may save. */
  readonly isForStaff?: boolean;
  /** What staff do here, for people who are not signed in. */
  readonly purpose: string;
  /**
   * Stores the document on this device.
   * @param refuse shows why it can't be saved
   * @returns its id; `undefined` when something must be corrected first
   */
  readonly store: (values: Values, refuse: (why: string) => void) => Promise<string | undefined>;
  readonly toPath: (id: string) => string;
  readonly saveText?: string;
  /** Beside the button that saves. */
  readonly actions: ReactNode;
  readonly className: string | undefined;
  readonly barClassName: string | undefined;
  readonly children: ReactNode;
}

/** The frame of a form for a document: says what is kept of it, and saves it, after a sign-in if need be. */
export function DocumentForm<Stored, Values extends FieldValues>({
  outer,
  noun,
  isForStaff = true,
  purpose,
  store,
  toPath,
  saveText = 'Save',
  actions,
  className,
  barClassName,
  children,
}: DocumentFormProps<Stored, Values>) {
  const app = useAppStore();
  const navigate = useNavigate();
  const { pathname, search, state } = useLocation();
  const arrival = (state ?? {}) as FormArrival;
  const session = useSession();
  const isSignedIn = session.status === 'signed-in';
  const [failure, setFailure] = useState<string>();
  const [isSaving, setIsSaving] = useState(false);
  const [isAsking, setIsAsking] = useState(false);
  const { key, form, kept } = outer;

  const submit = form.handleSubmit(async (typed) => {
    const values = typed as Values;
    setFailure(undefined);
    if (!isSignedIn) return setIsAsking(true);
    if (isForStaff && !session.isStaff)
      return setFailure(`Your account may not change ${noun}s. What you typed is kept on this device.`);
    setIsSaving(true);
    try {
      const id = await store(values, setFailure);
      if (id === undefined) return;
      await settleForm(app, key, { collection: key.split('/')[0] ?? '', id, content: values });
      await navigate(toPath(id), { replace: true });
    } catch (error) {
      logError(`The ${noun} could not be saved:`, error);
      const why = error instanceof Error ? error.message : String(error);
      setFailure(`The ${noun} could not be saved: ${why} What you typed is still here.`);
    } finally {
      setIsSaving(false);
    }
  });

  /** Saves with the files that are still being prepared. */
  async function save(): Promise<void> {
    setIsSaving(true);
    await outer.whenFilesAdded();
    setIsSaving(false);
    await submit();
  }

  const saveOnArrival = useEffectEvent(() => {
    if (!arrival.isSaving) return;
    // Only once: not again after a reload.
    void navigate(pathname + search, { replace: true, state: null });
    void submit();
  });
  useEffect(() => {
    if (isSignedIn) saveOnArrival();
  }, [isSignedIn]);

  const showToast = useToast();
  const [wasSignedIn, setWasSignedIn] = useState(isSignedIn);
  if (isSignedIn && !wasSignedIn) setWasSignedIn(true);
  const hasEnded = wasSignedIn && session.status === 'signed-out';
  useEffect(() => {
    if (hasEnded)
      showToast({
        text: 'You are not signed in any more. What you type is kept on this device.',
      });
  }, [hasEnded, showToast]);

  async function signIn() {
    await app.forms.flush();
    const nextState: FormArrival = { isSaving: true };
    await navigate('/login', { state: { next: pathname + search, nextState } satisfies SignInErrand });
  }

  return (
    <FormProvider {...form}>
      <FormDraftProvider value={outer}>
        <form
          method="dialog"
          noValidate
          className={className}
          aria-label={noun}
          onSubmit={(event) => {
            event.preventDefault();
            void save();
          }}
        >
          {kept && !arrival.isCopy && !arrival.isSaving && (
            <Notice actions={<Button onClick={outer.discard}>Discard</Button>}>
              We kept what you typed on {formatInstant(kept.savedAt)}. It is only on this device until you
              save it.
            </Notice>
          )}
          {session.status === 'signed-out' && (
            <Notice>{purpose} You can fill in the form; saving asks you to sign in.</Notice>
          )}
          {children}
          {failure !== undefined && (
            <Notice tone="error" role="alert">
              {failure}
            </Notice>
          )}
          <div className={barClassName}>
            <Button type="submit" kind="primary" disabled={isSaving}>
              {saveText}
            </Button>
            {actions}
          </div>
        </form>
        <ConfirmDialog
          title="Sign in to save"
          action="Sign in"
          isOpen={isAsking}
          onClose={() => setIsAsking(false)}
          onConfirm={() => void signIn()}
        >
          <p>What you typed is kept on this device and is saved once you have signed in.</p>
        </ConfirmDialog>
      </FormDraftProvider>
    </FormProvider>
  );
}
