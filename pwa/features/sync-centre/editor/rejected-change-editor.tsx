import { useRef, useState, type SyntheticEvent } from 'react';
import { flushSync } from 'react-dom';
import { AppError } from '#shared/kernel/app-error.ts';
import type { JsonObject } from '#shared/kernel/json.ts';
import { useAppStore } from '#pwa/data/app-store.ts';
import type { UnsentInput } from '#pwa/data/forms/form-store.ts';
import { useUnsentInput } from '#pwa/data/forms/use-unsent-input.ts';
import { resendRejectedChange, toReviewKey } from '#pwa/data/queries/rejected-changes.ts';
import { logError } from '#pwa/data/log.ts';
import type { RejectedChange } from '#pwa/data/queries/use-rejected-changes.ts';
import { Button } from '#pwa/ui/button.tsx';
import { toFieldName } from '#pwa/ui/content/field-name.ts';
import { toOwnFields } from '#pwa/ui/content/own-fields.ts';
import { Notice } from '#pwa/ui/notice.tsx';
import { useToast } from '#pwa/ui/toasts.ts';
import { findCollection } from '#shared/collections/catalogue.ts';
import { findContentFaults, findFaults, type Fault } from '../rejected-change-faults.ts';
import styles from './rejected-change-editor.module.css';
import { ValueEditor } from './value-editor.tsx';

interface RejectedChangeEditorProps {
  readonly rejectedChange: RejectedChange;
  readonly onClose: () => void;
}

/** Edits rejected content and sends it again. Edits in progress survive a reload. */
export function RejectedChangeEditor(props: RejectedChangeEditorProps) {
  const unsent = useUnsentInput(toReviewKey(props.rejectedChange.id));
  return unsent === undefined ? null : <EditorForm {...props} unsent={unsent} />;
}

interface EditorFormProps extends RejectedChangeEditorProps {
  readonly unsent: UnsentInput | null;
}

function EditorForm({ rejectedChange, onClose, unsent }: EditorFormProps) {
  const app = useAppStore();
  const form = useRef<HTMLFormElement>(null);
  const [content, setContent] = useState(() => ({ ...rejectedChange.content, ...unsent?.content }));
  const [faults, setFaults] = useState<readonly Fault[]>(() => findFaults(rejectedChange));
  const [failure, setFailure] = useState<string>();
  const showToast = useToast();

  function change(field: string, value: unknown) {
    const next = { ...content, [field]: value };
    setContent(next);
    app.forms.keep({ key: toReviewKey(rejectedChange.id), content: next as JsonObject });
  }

  function showFaults(found: readonly Fault[], reason: string) {
    flushSync(() => {
      setFaults(found);
      setFailure(reason);
    });
    form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }

  async function handleSubmit(event: SyntheticEvent) {
    event.preventDefault();
    setFailure(undefined);
    const found = findContentFaults(rejectedChange, content);
    if (found.length > 0)
      return showFaults(found, 'Something is still wrong. Nothing was sent and nothing is lost.');
    try {
      await resendRejectedChange(app, rejectedChange.id, content);
      showToast({ text: 'Waiting to be sent.' });
      onClose();
    } catch (error) {
      logError('A rejected change could not be sent again:', error);
      const isRefusal = error instanceof AppError;
      const issue = isRefusal && error.path ? [{ path: error.path, message: error.message }] : [];
      showFaults(issue, `${isRefusal ? error.message : 'That did not work.'} Nothing was lost; try again.`);
    }
  }

  return (
    <form ref={form} noValidate className={styles.form} onSubmit={(event) => void handleSubmit(event)}>
      {toOwnFields(content).map(([field, value]) => (
        <ValueEditor
          key={field}
          name={toFieldName(field)}
          path={field}
          value={value}
          faults={faults}
          options={optionsOf(rejectedChange.collection, field)}
          onChange={(next) => change(field, next)}
        />
      ))}
      {failure && (
        <Notice tone="error" role="alert">
          {failure}
        </Notice>
      )}
      <div className={styles.actions}>
        <Button type="submit" kind="primary">
          Resend
        </Button>
        <Button onClick={onClose}>Back</Button>
      </div>
    </form>
  );
}

/** The allowed values of a field, if its collection lists them. */
function optionsOf(collection: string, field: string): readonly string[] | undefined {
  const schema: object | undefined = findCollection(collection)?.schema.entries[field];
  const options: unknown = schema && 'options' in schema ? schema.options : undefined;
  const isList = Array.isArray(options) && options.every((option) => typeof option === 'string');
  return isList ? options : undefined;
}
