import { useEffect, useEffectEvent, useRef, useState, type SyntheticEvent } from 'react';
import { flushSync } from 'react-dom';
import { useLocation, useNavigate } from 'react-router-dom';
import * as v from 'valibot';
import { toTemplatePath } from '#shared/api/document-paths.ts';
import { templateSchema, type Template } from '#shared/collections/templates.ts';
import { TEMPLATE_IMAGE_PLACEHOLDER } from '#shared/kernel/placeholders.ts';
import { useAppStore } from '#pwa/data/app-store.ts';
import type { UnsentInput } from '#pwa/data/forms/form-store.ts';
import { logError } from '#pwa/data/log.ts';
import { saveTemplate, type TemplateContent } from '#pwa/data/queries/templates.ts';
import type { SignInErrand } from '#pwa/data/session/session.ts';
import { useSession } from '#pwa/data/session/use-session.ts';
import { Button, ButtonLink } from '#pwa/ui/button.tsx';
import { ConfirmDialog } from '#pwa/ui/confirm-dialog.tsx';
import { formatInstant } from '#pwa/ui/content/format-instant.ts';
import { Field } from '#pwa/ui/field.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { Picture } from '#pwa/ui/picture.tsx';
import { TextInput } from '#pwa/ui/text-input.tsx';
import { PictureChooser } from './picture-chooser.tsx';
import styles from './templates.module.css';

/** Navigation state that the form is opened with. */
interface FormArrival {
  /** Saves at once: the person signed in to do so. */
  readonly isSaving?: boolean;
}

interface TemplateFormProps {
  readonly formKey: string;
  /** Without one, the template is new. */
  readonly id: string | undefined;
  /** The template as it is now. */
  readonly template: Template | undefined;
  readonly unsent: UnsentInput | undefined;
}

type Fields = Partial<TemplateContent>;

export function TemplateForm({ formKey, id, template, unsent }: TemplateFormProps) {
  const app = useAppStore();
  const navigate = useNavigate();
  const { pathname, state } = useLocation();
  const session = useSession();
  const form = useRef<HTMLFormElement>(null);
  /** Only what the person has changed, so that all else follows the template while it changes elsewhere. */
  const [changes, setChanges] = useState(() => readFields(unsent?.content));
  /** The changed fields as they were before. */
  const [before, setBefore] = useState(() => readFields(unsent?.base));
  const [isAttempted, setIsAttempted] = useState(false);
  const [isAsking, setIsAsking] = useState(false);
  const [isSaving, setIsSaving] = useState(false);
  const [failure, setFailure] = useState<string>();
  const stored = toFormFields(template);
  const fields = { ...stored, ...changes };
  const faults = isAttempted ? findFaults(fields) : {};

  function change(field: keyof TemplateContent, value: string) {
    const { [field]: _changed, ...otherChanges } = changes;
    const { [field]: wasBefore = stored[field], ...othersBefore } = before;
    const isChanged = value !== stored[field];
    const nextChanges = isChanged ? { ...otherChanges, [field]: value } : otherChanges;
    const nextBefore = isChanged ? { ...othersBefore, [field]: wasBefore } : othersBefore;
    setChanges(nextChanges);
    setBefore(nextBefore);
    if (Object.keys(nextChanges).length === 0) return app.forms.remove(formKey);
    app.forms.keep({
      key: formKey,
      content: nextChanges,
      base: nextBefore,
      title: { ...stored, ...nextChanges }.templateName,
      ...(template && { baseWriteId: template.writeId }),
    });
  }

  async function save() {
    flushSync(() => {
      setIsAttempted(true);
      setFailure(undefined);
    });
    if (Object.keys(findFaults(fields)).length > 0)
      return form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
    if (session.status !== 'signed-in') return setIsAsking(true);
    if (!session.isStaff)
      return setFailure('Your account may not change templates. What you typed is kept on this device.');
    setIsSaving(true);
    try {
      const { templateImage } = fields;
      const picture = { templateImage: templateImage.trim() || TEMPLATE_IMAGE_PLACEHOLDER };
      const savedId = await saveTemplate(app, { ...changes, ...(hasPictureChange() && picture) }, id);
      if (savedId === undefined)
        return setFailure('This template was deleted meanwhile. What you typed is kept on this device.');
      app.forms.remove(formKey);
      await app.forms.flush();
      await navigate(toTemplatePath(savedId), { replace: true });
    } catch (error) {
      logError('The template could not be saved:', error);
      const why = error instanceof Error ? error.message : String(error);
      setFailure(`The template could not be saved: ${why} What you typed is still here.`);
    } finally {
      setIsSaving(false);
    }
  }

  function hasPictureChange(): boolean {
    return id === undefined || changes.templateImage !== undefined;
  }

  const isSignedIn = session.status === 'signed-in';
  const saveOnArrival = useEffectEvent(() => {
    if ((state as FormArrival | null)?.isSaving !== true) return;
    // Only once: not again after a reload.
    void navigate(pathname, { replace: true, state: null });
    void save();
  });
  useEffect(() => {
    if (isSignedIn) saveOnArrival();
  }, [isSignedIn]);

  async function signIn() {
    await app.forms.flush();
    const nextState: FormArrival = { isSaving: true };
    await navigate('/login', { state: { next: pathname, nextState } satisfies SignInErrand });
  }

  function discard() {
    app.forms.remove(formKey);
    setChanges({});
    setBefore({});
  }

  function handleSubmit(event: SyntheticEvent) {
    event.preventDefault();
    void save();
  }

  /** What a field became elsewhere while the person changed it too. */
  function hintOf(field: keyof TemplateContent): string | undefined {
    const was = before[field];
    const isClash = was !== undefined && was !== stored[field] && stored[field] !== fields[field];
    return isClash ? `Changed elsewhere to “${stored[field]}”. Saving replaces that.` : undefined;
  }

  const isKept = unsent !== undefined && Object.keys(changes).length > 0;
  return (
    <>
      <form ref={form} method="dialog" noValidate className={styles.form} onSubmit={handleSubmit}>
        {isKept && (
          <Notice actions={<Button onClick={discard}>Discard</Button>}>
            We kept what you typed on {formatInstant(unsent.savedAt)}. It is only on this device until you
            save it.
          </Notice>
        )}
        {session.status === 'signed-out' && (
          <Notice>
            Staff make and change templates here. You can fill in the form; saving asks you to sign in.
          </Notice>
        )}
        <Field label="Name" isRequired hint={hintOf('templateName')} error={faults.templateName}>
          {(control) => (
            <TextInput
              {...control}
              name="templateName"
              autoComplete="off"
              value={fields.templateName}
              onChange={({ target }) => change('templateName', target.value)}
            />
          )}
        </Field>
        <Picture
          src={fields.templateImage || TEMPLATE_IMAGE_PLACEHOLDER}
          alt=""
          sizes="20rem"
          className={styles.picture}
        />
        <Field
          label="Address of the picture"
          isOptional
          hint={hintOf('templateImage')}
          error={faults.templateImage}
        >
          {(control) => (
            <TextInput
              {...control}
              name="templateImage"
              inputMode="url"
              autoComplete="off"
              value={fields.templateImage}
              onChange={({ target }) => change('templateImage', target.value)}
            />
          )}
        </Field>
        <PictureChooser
          address={fields.templateImage}
          usedBy={formKey}
          onChosen={(address) => change('templateImage', address)}
        />
        {failure !== undefined && (
          <Notice tone="error" role="alert">
            {failure}
          </Notice>
        )}
        <div className={styles.actions}>
          <Button type="submit" kind="primary" disabled={isSaving}>
            Save
          </Button>
          <ButtonLink to={id === undefined ? '/template' : toTemplatePath(id)}>Cancel</ButtonLink>
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
    </>
  );
}

const contentSchema = v.pick(templateSchema, ['templateName', 'templateImage']);
const fieldsSchema = v.partial(v.object({ templateName: v.string(), templateImage: v.string() }));

function readFields(kept: unknown): Fields {
  const parsed = v.safeParse(fieldsSchema, kept ?? {});
  return parsed.success ? (parsed.output as Fields) : {};
}

/** The placeholder is no picture that a person chose. */
function toFormFields(template: Template | undefined): TemplateContent {
  const { templateName = '', templateImage = '' } = template ?? {};
  return { templateName, templateImage: templateImage === TEMPLATE_IMAGE_PLACEHOLDER ? '' : templateImage };
}

function findFaults(fields: TemplateContent): Partial<Record<keyof TemplateContent, string>> {
  const parsed = v.safeParse(contentSchema, fields);
  if (parsed.success) return {};
  const { nested = {} } = v.flatten<typeof contentSchema>(parsed.issues);
  return Object.fromEntries(Object.entries(nested).map(([field, messages]) => [field, messages?.[0]]));
}
