import {
  toEnquiryPath,
  toNewProductPath,
  toProductPath,
  toTemplatePath,
} from '#shared/api/document-paths.ts';
import { findCollection } from '#shared/collections/catalogue.ts';
import type { UnsentInput } from './form-store.ts';

type Form = Pick<UnsentInput, 'key' | 'title'>;

/** What an unsent form is, e.g. `product · Survey Rig`. */
export function toFormTitle({ key, title = '' }: Form): string {
  const [collection = ''] = key.split('/');
  const label = findCollection(collection)?.label ?? collection;
  return title === '' ? label : `${label} · ${title}`;
}

const NEW = 'new';

/** The address where a person goes on with an unsent form; `undefined` for a form without a page of its own. */
export function toFormPath({ key }: Pick<Form, 'key'>): string | undefined {
  const [collection = '', ...rest] = key.split('/');
  const id = rest.join('/');
  if (collection === 'contacts') return id === NEW ? '/contact' : toEnquiryPath(id);
  if (collection === 'templates') return id === NEW ? '/template/create' : toTemplatePath(id, '/update');
  if (collection !== 'products') return undefined;
  const draft = rest[0] === NEW && rest.length > 1 ? rest.slice(1).join('/') : undefined;
  return draft === undefined ? toProductPath(id, '/update') : toNewProductPath(draft);
}
