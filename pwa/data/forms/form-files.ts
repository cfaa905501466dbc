import type { AppStore } from '../app-store.ts';

type Stores = Pick<AppStore, 'files' | 'forms'>;

/** Removes a form whose content was saved as a document. The files it names are the document's; its other files are not sent. */
export async function settleForm(
  stores: Stores,
  key: string,
  saved: { readonly collection: string; readonly id: string; readonly content: object },
): Promise<void> {
  await stores.files.use(saved.content, `${saved.collection}|${saved.id}`);
  stores.forms.remove(key);
  await dropFiles(stores, key);
}

/** Removes a form without saving it, with its files. @returns brings both back */
export function discardForm(stores: Stores, key: string): () => void {
  const { forms } = stores;
  const input = forms.read(key);
  forms.remove(key);
  const dropping = dropFiles(stores, key);
  return () => {
    if (!input) return;
    const { accountId: _accountId, savedAt: _savedAt, ...kept } = input;
    forms.keep(kept);
    void dropping.then((restore) => restore());
  };
}

/** Removes the files of a form, except those that another form names, e.g. a duplicate. @returns brings them back */
export function dropFiles({ files, forms }: Stores, key: string): Promise<() => Promise<void>> {
  return files.drop(key, forms.all.read()?.filter((input) => input.key !== key) ?? []);
}
