import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import { readSegment } from '#shared/api/document-paths.ts';
import { useAppStore } from '#pwa/data/app-store.ts';
import { useFormsLoaded } from '#pwa/data/forms/use-unsent-input.ts';
import { useTemplate } from '#pwa/data/queries/templates.ts';
import { Page, PageHead } from '#pwa/ui/page.tsx';
import { useNewFormKey } from '../new-document.tsx';
import { LoadingTemplate, MissingTemplate } from './missing-template.tsx';
import { TemplateForm } from './template-form.tsx';

/** The form for a new template, or for the one in the path. */
export function TemplateFormPage() {
  const { pathname } = useLocation();
  const isLoaded = useFormsLoaded();
  const id = readSegment(pathname, 1);
  if (!isLoaded) return <LoadingTemplate />;
  return readSegment(pathname, 2) === '' ? <NewTemplate /> : <OneTemplate key={id} id={id} />;
}

function NewTemplate() {
  const formKey = useNewFormKey('templates');
  if (formKey === undefined) return <LoadingTemplate />;
  return (
    <Page title="New template" isNarrow>
      <PageHead heading="New template" />
      <TemplateForm key={formKey} formKey={formKey} id={undefined} template={undefined} />
    </Page>
  );
}

function OneTemplate({ id }: { readonly id: string }) {
  const { forms } = useAppStore();
  const template = useTemplate(id);
  const formKey = `templates/${id}`;
  // Once open, the form stays, also when the template is deleted.
  const [name, setName] = useState<string>();
  const known = template?.templateName ?? (template === null ? forms.read(formKey)?.title : undefined);
  if (known !== undefined && known !== name) setName(known);
  if (name === undefined) return template === undefined ? <LoadingTemplate /> : <MissingTemplate />;
  const heading = `Edit ${name}`;
  return (
    <Page title={heading} isNarrow>
      <PageHead heading={heading} />
      <TemplateForm formKey={formKey} id={id} isGone={template === null} template={template ?? undefined} />
    </Page>
  );
}
