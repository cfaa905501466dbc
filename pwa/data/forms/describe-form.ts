import {
  toEnquiryPath,
  toNewProductPath,
  toNewTemplatePath,
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

/** Begins the keys of a collection's forms for new documents; the draft's id follows. */
export function toNewKeys(collection: string): string {
  return `${collection}/new/`;
}

/** The address where a person goes on with an unsent form; `undefined` for a form without a page of its own. */
export function toFormPath({ key }: Pick<Form, 'key'>): string | undefined {
  const [collection = '', ...rest] = key.split('/');
  const id = rest.join('/');
  const newKeys = toNewKeys(collection);
  const draft = key.startsWith(newKeys) ? key.slice(newKeys.length) : undefined;
  if (collection === 'profiles') return '/account/profile';
  if (collection === 'contacts') return id === 'new' ? '/contact' : toEnquiryPath(id);
  if (collection === 'templates')
    return draft === undefined ? toTemplatePath(id, '/update') : toNewTemplatePath(draft);
  if (collection !== 'products') return undefined;
  return draft === undefined ? toProductPath(id, '/update') : toNewProductPath(draft);
}
