import { useLocation } from 'react-router-dom';
import { readSegment } from '#shared/api/document-paths.ts';
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
  if (!isLoaded) return <LoadingTemplate />;
  return readSegment(pathname, 2) === '' ? <NewTemplate /> : <OneTemplate id={readSegment(pathname, 1)} />;
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
  const template = useTemplate(id);
  if (template === undefined) return <LoadingTemplate />;
  if (!template) return <MissingTemplate />;
  const heading = `Edit ${template.templateName}`;
  return (
    <Page title={heading} isNarrow>
      <PageHead heading={heading} />
      <TemplateForm key={id} formKey={`templates/${id}`} id={id} template={template} />
    </Page>
  );
}
