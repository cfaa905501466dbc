import { valibotResolver } from '@hookform/resolvers/valibot';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import type { Contact } from '#shared/collections/contacts.ts';
import { sendEnquiry, type EnquiryContent } from '#pwa/data/enquiries.ts';
import { logError } from '#pwa/data/log.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Field } from '#pwa/ui/field.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { TextArea, TextInput } from '#pwa/ui/text-input.tsx';
import { EMPTY_ENQUIRY, enquiryContentSchema, toEnquiryContent } from './enquiry-content.ts';
import { createEnquiryDraft } from './enquiry-draft.ts';
import styles from './enquiry-form.module.css';

interface EnquiryFormProps {
  /** The enquiry being edited; a new one without it. */
  readonly enquiry: Contact | undefined;
  readonly onSent: (id: string) => void;
}

export function EnquiryForm({ enquiry, onSent }: EnquiryFormProps) {
  const [draft] = useState(() => createEnquiryDraft(localStorage, enquiry?.FBUID));
  const [hasFailed, setHasFailed] = useState(false);
  const form = useForm<EnquiryContent>({
    resolver: valibotResolver(enquiryContentSchema),
    defaultValues: { ...EMPTY_ENQUIRY, ...(enquiry && toEnquiryContent(enquiry)), ...draft.read() },
  });
  const { register, formState, handleSubmit, subscribe } = form;
  const { errors, isSubmitting } = formState;

  useEffect(
    () => subscribe({ formState: { values: true }, callback: ({ values }) => draft.keep(values) }),
    [subscribe, draft],
  );

  async function send(content: EnquiryContent) {
    setHasFailed(false);
    try {
      const id = await sendEnquiry(content, enquiry?.FBUID);
      draft.drop();
      onSent(id);
    } catch (error) {
      logError('The enquiry could not be kept:', error);
      setHasFailed(true);
    }
  }

  return (
    <form noValidate className={styles.form} onSubmit={(event) => void handleSubmit(send)(event)}>
      <Field label="Name" error={errors.contactName?.message}>
        {(control) => <TextInput {...control} autoComplete="name" {...register('contactName')} />}
      </Field>
      <Field label="Email" error={errors.contactEmail?.message}>
        {(control) => (
          <TextInput {...control} type="email" autoComplete="email" {...register('contactEmail')} />
        )}
      </Field>
      <Field label="Phone" isOptional error={errors.contactPhone?.message}>
        {(control) => <TextInput {...control} type="tel" autoComplete="tel" {...register('contactPhone')} />}
      </Field>
      <Field label="Company" isOptional error={errors.contactCompany?.message}>
        {(control) => <TextInput {...control} autoComplete="organization" {...register('contactCompany')} />}
      </Field>
      <div className={styles.message}>
        <Field label="Message" error={errors.contactMessage?.message}>
          {(control) => <TextArea {...control} {...register('contactMessage')} />}
        </Field>
      </div>
      {hasFailed && (
        <div className={styles.message}>
          <Notice tone="error" role="alert">
            Your enquiry could not be kept on this device. Everything you wrote is still here; please try
            again.
          </Notice>
        </div>
      )}
      <div className={styles.send}>
        <Button type="submit" kind="primary" disabled={isSubmitting}>
          {enquiry ? 'Update Enquiry' : 'Submit Enquiry'}
        </Button>
      </div>
    </form>
  );
}
