import { createStore } from '#pwa/create-store.ts';
import { logNotice } from '../log.ts';
import type { FormStore, UnsentInput } from './form-store.ts';

/** The forms of a page that may never show one: their code is loaded, and their database opened, at first use. */
export function createLazyForms(load: () => Promise<FormStore>): FormStore {
  const all = createStore<readonly UnsentInput[] | undefined>(undefined);
  let forms: FormStore | undefined;
  let opening: Promise<void> | undefined;

  async function open(): Promise<void> {
    try {
      const loaded = await load();
      await loaded.ready;
      const show = () => all.set(loaded.all.read());
      loaded.all.subscribe(show);
      forms = loaded;
      show();
    } catch (error) {
      logNotice('Unsent input is not kept on this page.', error);
      all.set([]);
    }
  }

  const ready = () => (opening ??= open());

  return {
    get ready() {
      return ready();
    },
    all: {
      read: all.read,
      subscribe(listener) {
        void ready();
        return all.subscribe(listener);
      },
    },
    read: (key) => forms?.read(key),
    keep: (input, typist) => forms?.keep(input, typist),
    remove: (key, typist) =>
      forms ? forms.remove(key, typist) : void ready().then(() => forms?.remove(key, typist)),
    listOf: (accountId) => forms?.listOf(accountId) ?? [],
    async discard(accountId) {
      await ready();
      await forms?.discard(accountId);
    },
    flush: async () => forms?.flush(),
  };
}
