import type { SyntheticEvent } from 'react';
import { useSearchParams } from 'react-router-dom';
import { toTemplatePath } from '#shared/api/document-paths.ts';
import type { Template } from '#shared/collections/templates.ts';
import { useTemplates } from '#pwa/data/queries/templates.ts';
import { useSession } from '#pwa/data/session/use-session.ts';
import { Button, ButtonLink } from '#pwa/ui/button.tsx';
import { EmptyState } from '#pwa/ui/empty-state.tsx';
import { Field } from '#pwa/ui/field.tsx';
import { Link } from '#pwa/ui/link.tsx';
import { Page, PageHead } from '#pwa/ui/page.tsx';
import { Picture } from '#pwa/ui/picture.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import { TextInput } from '#pwa/ui/text-input.tsx';
import { VisuallyHidden } from '#pwa/ui/visually-hidden.tsx';
import { DocumentState } from '../document-state.tsx';
import styles from './templates.module.css';

/** The field that has a query name of its own. */
const ID_FIELD = 'templateFBUID';

/** All templates, or those whose field has a value: `?templateFBUID=…`, `?field=…&value=…`. */
export function TemplateListPage() {
  const [query, setQuery] = useSearchParams();
  const { isStaff } = useSession();
  const templates = useTemplates();
  const id = query.get(ID_FIELD);
  const field = id === null ? (query.get('field') ?? '') : ID_FIELD;
  const value = id ?? query.get('value') ?? '';
  const shown = templates?.filter((template) => field === '' || readField(template, field) === value);
  const showAll = () => setQuery({}, { preventScrollReset: true });

  function handleFind(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault();
    const wanted = String(new FormData(event.currentTarget).get(ID_FIELD) ?? '').trim();
    setQuery(wanted === '' ? {} : { [ID_FIELD]: wanted }, { preventScrollReset: true });
  }

  return (
    <Page title="Templates">
      <PageHead heading="Templates" actions={<ButtonLink to="/template/create">New template</ButtonLink>} />
      {isStaff && (
        <form className={styles.find} onSubmit={handleFind}>
          <Field label="Template id">
            {(control) => (
              <TextInput {...control} key={id} name={ID_FIELD} defaultValue={id ?? ''} autoComplete="off" />
            )}
          </Field>
          <Button type="submit">Find</Button>
        </form>
      )}
      {field !== '' && (
        <p className={styles.filter}>
          Only templates whose {field} is “{value}”. <Button onClick={showAll}>Show all</Button>
        </p>
      )}
      {shown ? (
        <>
          <p role="status">{shown.length === 1 ? '1 template' : `${shown.length} templates`}</p>
          <TemplateList templates={shown} isNarrowed={field !== ''} isStaff={isStaff} />
        </>
      ) : (
        <div role="status">
          <VisuallyHidden>Loading the templates</VisuallyHidden>
          <Skeleton />
          <Skeleton />
        </div>
      )}
    </Page>
  );
}

/** Other names of a document's id, as in the server's read of a collection. */
const ID_NAMES: readonly string[] = [ID_FIELD, 'id'];

function readField(template: Template, field: string): unknown {
  const name = ID_NAMES.includes(field) ? 'FBUID' : field;
  return Object.hasOwn(template, name) ? template[name as keyof Template] : undefined;
}

interface TemplateListProps {
  readonly templates: readonly Template[];
  readonly isNarrowed: boolean;
  /** Only staff write templates, so only they need to know how far a write has got. */
  readonly isStaff: boolean;
}

function TemplateList({ templates, isNarrowed, isStaff }: TemplateListProps) {
  if (templates.length === 0) {
    return isNarrowed ? (
      <EmptyState title="No template matches">Show all templates, or look for another value.</EmptyState>
    ) : (
      <EmptyState title="There are no templates yet">
        Make the first one with “New template”. It works without a connection too.
      </EmptyState>
    );
  }
  return (
    <ul className={styles.list}>
      {templates.map(({ FBUID, templateName, templateImage }) => (
        <li key={FBUID} className={styles.item}>
          <Picture src={templateImage} alt="" sizes="6rem" className={styles.thumbnail} />
          <Link to={toTemplatePath(FBUID)} className={styles.name}>
            {templateName}
          </Link>
          {isStaff && <DocumentState collection="templates" documentId={FBUID} />}
          <Link to={toTemplatePath(FBUID, '/update')}>
            Edit<VisuallyHidden> {templateName}</VisuallyHidden>
          </Link>
        </li>
      ))}
    </ul>
  );
}
