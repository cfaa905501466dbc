import { valibotResolver } from '@hookform/resolvers/valibot';
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { useForm, type UseFormReturn } from 'react-hook-form';
import * as v from 'valibot';
import { type Contact, contactSchema } from '#shared/collections/contacts.ts';
import { mergeForm } from '#shared/domain/merge-form.ts';
import { isJsonEqual, type JsonObject } from '#shared/kernel/json.ts';
import { useAppStore, type AppStore } from '#pwa/data/app-store.ts';
import type { UnsentInput } from '#pwa/data/forms/form-store.ts';
import { useUnsentInput } from '#pwa/data/forms/use-unsent-input.ts';
import { resendRejectedChange, toReviewKey } from '#pwa/data/queries/rejected-changes.ts';
import { changeEnquiry, sendEnquiry, type EnquiryContent } from '#pwa/data/queries/enquiries.ts';
import { logError } from '#pwa/data/log.ts';
import type { RejectedChange } from '#pwa/data/queries/use-rejected-changes.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Field } from '#pwa/ui/field.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { TextArea, TextInput } from '#pwa/ui/text-input.tsx';
import styles from './contact-page.module.css';

interface EnquiryFormProps {
  /** The enquiry being edited; `undefined` for a new one. */
  readonly enquiry: Contact | undefined;
  /** The change the server rejected, to be corrected and sent again. */
  readonly refused?: RejectedChange | undefined;
  /** Subject of a new enquiry; it starts the message. */
  readonly about?: string | undefined;
  readonly onSent: (id: string) => void;
}

export function EnquiryForm({ enquiry, refused, about, onSent }: EnquiryFormProps) {
  const app = useAppStore();
  // An enquiry that is deleted while it is changed becomes a new one; what is kept of it keeps its key.
  const [began] = useState(enquiry?.FBUID ?? 'new');
  const key = refused ? toReviewKey(refused.id) : `contacts/${began}`;
  const unsent = useUnsentInput(key);
  /** What was kept of the form before this page and is in it now; `undefined` until that has been read. */
  const restored = useRef<typeof unsent>(undefined);
  /** The enquiry that the changes in the form began with. */
  const base = useRef(enquiry && toEnquiryContent(enquiry));
  /** The enquiry that the form shows but for what the person has changed. */
  const followed = useRef(base.current);
  const [hasFailed, setHasFailed] = useState(false);
  const [isOddEmail, setIsOddEmail] = useState(false);
  const questionId = useId();
  const form = useForm<EnquiryContent>({
    resolver: valibotResolver(enquiryContentSchema),
    defaultValues: {
      ...EMPTY_ENQUIRY,
      ...(enquiry && toEnquiryContent(enquiry)),
      ...(refused && toEnquiryContent({ ...EMPTY_ENQUIRY, ...refused.content })),
      ...(about !== undefined && { contactMessage: toHead(about) }),
    },
  });
  const { register, formState, getValues, handleSubmit } = form;
  const { errors, dirtyFields, isSubmitting } = formState;

  /** The form's error for a field, or else the server's while the rejected value is unchanged. */
  const errorOf = (field: keyof EnquiryContent) =>
    errors[field]?.message ?? (refused?.path === field && !dirtyFields[field] ? refused.message : undefined);

  useLayoutEffect(() => {
    // A form that is being sent stays as it is, and keeps nothing that would be left of it afterwards.
    if (unsent === undefined || isSubmitting) return;
    const keep = (values: EnquiryContent) => {
      if (!refused && isJsonEqual(values, followed.current)) return app.forms.remove(key);
      app.forms.keep({
        key,
        title: about ?? values.contactName,
        content: { ...values, ...(about !== undefined && { about }) },
        ...(base.current && { base: { ...base.current } }),
      });
    };
    if (unsent && unsent !== restored.current) {
      if (unsent.base) base.current = unsent.base as unknown as EnquiryContent;
      restore(form, follow(unsent, enquiry), about);
    }
    restored.current = unsent;
    const fields = Object.keys(EMPTY_ENQUIRY) as (keyof EnquiryContent)[];
    if (fields.some((field) => form.getFieldState(field).isDirty)) keep(form.getValues());
    return form.subscribe({ formState: { values: true }, callback: ({ values }) => keep(values) });
    // What the enquiry becomes elsewhere is followed below.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [app, form, key, unsent, about, isSubmitting]);

  useEffect(() => {
    const before = followed.current;
    if (!enquiry || !before || refused) return;
    followed.current = toEnquiryContent(enquiry);
    for (const [field, value] of Object.entries(followed.current) as [keyof EnquiryContent, string][]) {
      if (form.getValues(field) !== before[field]) continue;
      if (base.current) base.current = { ...base.current, [field]: value };
      form.setValue(field, value);
    }
  }, [form, enquiry, refused]);

  async function send(content: EnquiryContent) {
    setHasFailed(false);
    try {
      const id = refused
        ? await resend(app, refused, content)
        : enquiry && base.current
          ? await changeEnquiry(app, enquiry.FBUID, base.current, content)
          : await sendEnquiry(app, content);
      // What could not be read in time was not sent.
      if (restored.current !== undefined) app.forms.remove(key);
      await app.forms.flush();
      onSent(id);
    } catch (error) {
      logError('The enquiry could not be kept:', error);
      setHasFailed(true);
    }
  }

  return (
    // Without the app the browser submits nothing: `dialog` has no effect outside a dialog.
    <form
      method="dialog"
      noValidate
      className={styles.enquiryForm}
      onSubmit={(event) => void handleSubmit(send)(event)}
    >
      <Field label="Name" isRequired error={errorOf('contactName')}>
        {(control) => <TextInput {...control} autoComplete="name" {...register('contactName')} />}
      </Field>
      <Field label="Email" isRequired error={errorOf('contactEmail')}>
        {(control) => (
          <div className={styles.enquiryFormEmail}>
            <TextInput
              aria-describedby={questionId}
              {...control}
              type="email"
              autoComplete="email"
              {...register('contactEmail', {
                onBlur: () => setIsOddEmail(isOdd(getValues('contactEmail'))),
                onChange: () => setIsOddEmail(false),
              })}
            />
            <p id={questionId} role="status" className={styles.enquiryFormQuestion}>
              {isOddEmail && 'Is this address right?'}
            </p>
          </div>
        )}
      </Field>
      <Field label="Phone" isOptional error={errorOf('contactPhone')}>
        {(control) => <TextInput {...control} type="tel" autoComplete="tel" {...register('contactPhone')} />}
      </Field>
      <Field label="Company" isOptional error={errorOf('contactCompany')}>
        {(control) => <TextInput {...control} autoComplete="organization" {...register('contactCompany')} />}
      </Field>
      <div className={styles.enquiryFormMessage}>
        <Field label="Message" isRequired error={errorOf('contactMessage')}>
          {(control) => <TextArea {...control} {...register('contactMessage')} />}
        </Field>
      </div>
      <p className={styles.enquiryFormLegend}>* must be filled in</p>
      {hasFailed && (
        <div className={styles.enquiryFormMessage}>
          <Notice tone="error" role="alert">
            Your enquiry could not be kept on this device. Everything you wrote is still here; please try
            again.
          </Notice>
        </div>
      )}
      <div className={styles.enquiryFormSend}>
        <Button type="submit" kind="primary" disabled={isSubmitting}>
          {refused ? 'Resend Enquiry' : enquiry ? 'Update Enquiry' : 'Submit Enquiry'}
        </Button>
      </div>
    </form>
  );
}

/** Whether an address looks mistyped. Any address may be sent: this only asks. */
function isOdd(address: string): boolean {
  return address.trim() !== '' && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(address.trim());
}

async function resend(
  app: AppStore,
  { id, documentId, content }: RejectedChange,
  written: EnquiryContent,
): Promise<string> {
  return (await resendRejectedChange(app, id, { ...content, ...written })) ?? documentId;
}

/** What was kept of a form. Of a change of an enquiry, only what was typed counts: the rest is as it is by now. */
function follow({ base, content }: UnsentInput, enquiry: Contact | undefined): JsonObject {
  if (!base || !enquiry) return content;
  const now: EnquiryContent = toEnquiryContent(enquiry);
  const typed = { ...now, ...content } as unknown as EnquiryContent;
  return {
    ...mergeForm({ ...(base as unknown as EnquiryContent) }, typed, now).form,
  } as unknown as JsonObject;
}

/** Fills in what was kept, except in fields the person has already changed; a message is never lost. */
function restore(form: UseFormReturn<EnquiryContent>, kept: JsonObject, about: string | undefined): void {
  const parsed = v.safeParse(keptSchema, kept);
  if (!parsed.success) return;
  const { about: before, contactMessage = '', ...content } = parsed.output;
  for (const field of Object.keys(content) as (keyof typeof content)[]) {
    if (!form.getFieldState(field).isDirty) form.setValue(field, content[field] ?? '');
  }
  const message = nameSubject(contactMessage, about, before);
  const written = form.getFieldState('contactMessage').isDirty ? form.getValues('contactMessage') : '';
  if (message && !message.includes(written)) form.setValue('contactMessage', `${message}\n\n${written}`);
  else if (message) form.setValue('contactMessage', message);
}

/**
 * Puts the subject above the message.
 * @param about e.g. a product's name
 * @param before subject of the kept message; the same subject isn't added again, so that a removed one stays removed
 */
function nameSubject(message: string, about: string | undefined, before: string | undefined): string {
  if (about === undefined || about === before || message.split('\n').includes(`About: ${about}`))
    return message;
  const isUntouched = before !== undefined && message === toHead(before);
  return toHead(about) + (isUntouched ? '' : message);
}

function toHead(about: string): string {
  return `About: ${about}\n\n`;
}

const keptSchema = v.partial(
  v.object({
    contactName: v.string(),
    contactEmail: v.string(),
    contactPhone: v.string(),
    contactCompany: v.string(),
    contactMessage: v.string(),
    about: v.string(),
  }),
);

/** The part of an enquiry that a person writes, validated by the collection's schema. */
const enquiryContentSchema = v.pick(contactSchema, [
  'contactName',
  'contactEmail',
  'contactPhone',
  'contactCompany',
  'contactMessage',
]);

const EMPTY_ENQUIRY: EnquiryContent = {
  contactName: '',
  contactEmail: '',
  contactPhone: '',
  contactCompany: '',
  contactMessage: '',
};

function toEnquiryContent(contact: EnquiryContent): EnquiryContent {
  const { contactName, contactEmail, contactPhone, contactCompany, contactMessage } = contact;
  return { contactName, contactEmail, contactPhone, contactCompany, contactMessage };
}
