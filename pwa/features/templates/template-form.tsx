import { useWatch } from 'react-hook-form';
import * as v from 'valibot';
import { PICTURE_BUCKET } from '#shared/api/file-storage.ts';
import { toTemplatePath } from '#shared/api/document-paths.ts';
import { templateSchema, type Template } from '#shared/collections/templates.ts';
import { mergeForm } from '#shared/domain/merge-form.ts';
import { TEMPLATE_IMAGE_PLACEHOLDER } from '#shared/kernel/placeholders.ts';
import { useAppStore } from '#pwa/data/app-store.ts';
import { saveTemplate, type TemplateContent } from '#pwa/data/queries/templates.ts';
import { ButtonLink } from '#pwa/ui/button.tsx';
import { Field } from '#pwa/ui/field.tsx';
import { Picture } from '#pwa/ui/picture.tsx';
import { TextInput } from '#pwa/ui/text-input.tsx';
import { ChangedElsewhere } from '../changed-elsewhere.tsx';
import { DeletedElsewhere, DocumentForm } from '../document-form.tsx';
import { UnsavedDrafts } from '../new-document.tsx';
import { PictureChooser } from '../picture-chooser.tsx';
import { useDocumentForm, type FormKind } from '../use-document-form.ts';
import styles from './templates.module.css';

const contentSchema = v.pick(templateSchema, ['templateName', 'templateImage']);
const keptText = v.fallback(v.string(), '');
const keptSchema = v.object({ templateName: keptText, templateImage: keptText });
const TITLES: Readonly<Partial<Record<string, string>>> = {
  templateName: 'Name',
  templateImage: 'Address of the picture',
};

const TEMPLATE_KIND: FormKind<Template, TemplateContent> = {
  // The placeholder is no picture that a person chose.
  toValues(template) {
    const { templateName, templateImage } = template ?? BLANK;
    return { templateName, templateImage: templateImage === TEMPLATE_IMAGE_PLACEHOLDER ? '' : templateImage };
  },
  readKept: (content) => v.parse(keptSchema, { ...BLANK, ...content }),
  toSchema: () => contentSchema,
  toTitle: ({ templateName }) => templateName,
  toFieldTitle: (field) => TITLES[field] ?? field,
};
const BLANK: TemplateContent = { templateName: '', templateImage: '' };

interface TemplateFormProps {
  readonly formKey: string;
  /** Without one, the template is new. */
  readonly id: string | undefined;
  /** The template as it is now. */
  readonly template: Template | undefined;
  /** Whether it was deleted while the form was open. */
  readonly isGone?: boolean;
}

export function TemplateForm({ formKey, id, template, isGone = false }: TemplateFormProps) {
  const app = useAppStore();
  const outer = useDocumentForm(TEMPLATE_KIND, formKey, template);
  const { control, register, setValue, formState } = outer.form;
  const { errors } = formState;
  const picture = useWatch({ control, name: 'templateImage' });
  const savedId = isGone ? undefined : id;

  async function store(values: TemplateContent, refuse: (why: string) => void) {
    const { toValues } = TEMPLATE_KIND;
    const toContent = (current: Template | undefined) => {
      const form =
        savedId === undefined ? values : mergeForm(toValues(outer.base()), values, toValues(current)).form;
      return { ...form, templateImage: form.templateImage.trim() || TEMPLATE_IMAGE_PLACEHOLDER };
    };
    const stored = await saveTemplate(app, toContent, savedId);
    if (stored === undefined)
      refuse('This template was deleted meanwhile. Save it again to make it a new template.');
    return stored;
  }

  return (
    <DocumentForm
      outer={outer}
      noun="template"
      purpose="Staff make and change templates here."
      store={store}
      toPath={toTemplatePath}
      saveText={isGone ? 'Save as a new template' : 'Save'}
      actions={
        <ButtonLink to={savedId === undefined ? '/template' : toTemplatePath(savedId)}>Cancel</ButtonLink>
      }
      className={styles.form}
      barClassName={styles.actions}
    >
      {id === undefined && <UnsavedDrafts collection="templates" formKey={formKey} />}
      {isGone && <DeletedElsewhere noun="template" />}
      <Field label="Name" isRequired error={errors.templateName?.message}>
        {(props) => <TextInput {...props} autoComplete="off" {...register('templateName')} />}
      </Field>
      <ChangedElsewhere field="templateName" />
      <Picture src={picture || TEMPLATE_IMAGE_PLACEHOLDER} alt="" sizes="20rem" className={styles.picture} />
      <Field label="Address of the picture" isOptional error={errors.templateImage?.message}>
        {(props) => (
          <TextInput {...props} inputMode="url" autoComplete="off" {...register('templateImage')} />
        )}
      </Field>
      <ChangedElsewhere field="templateImage" />
      <PictureChooser
        bucket={PICTURE_BUCKET}
        address={picture}
        onChosen={(address) => setValue('templateImage', address)}
      />
    </DocumentForm>
  );
}
