import { useLocation } from 'react-router-dom';
import { readSegment } from '#shared/api/document-paths.ts';
import { useUnsentInput } from '#pwa/data/forms/use-unsent-input.ts';
import { useTemplate } from '#pwa/data/queries/templates.ts';
import { Page, PageHead } from '#pwa/ui/page.tsx';
import { LoadingTemplate, MissingTemplate } from './missing-template.tsx';
import { TemplateForm } from './template-form.tsx';

/** The form for a new template, or for the one in the path. */
export function TemplateFormPage() {
  const { pathname } = useLocation();
  const id = readSegment(pathname, 2) === '' ? undefined : readSegment(pathname, 1);
  const formKey = `templates/${id ?? 'new'}`;
  const unsent = useUnsentInput(formKey);
  const template = useTemplate(id);
  if (unsent === undefined || (id !== undefined && template === undefined)) return <LoadingTemplate />;
  if (id !== undefined && !template) return <MissingTemplate />;
  return (
    <Page title={template ? `Edit ${template.templateName}` : 'New template'} isNarrow>
      <PageHead heading={template ? `Edit ${template.templateName}` : 'New template'} />
      <TemplateForm
        key={formKey}
        formKey={formKey}
        id={id}
        template={template ?? undefined}
        unsent={unsent ?? undefined}
      />
    </Page>
  );
}
