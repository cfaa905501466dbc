import { toPromise, whenCommitted } from '../idb-promises.ts';

/** Changed inputs by id; `undefined` for a removed one. */
export type Changes<Input> = readonly (readonly [id: string, input: Input | undefined])[];

/** The inputs on disk, shared by all tabs. */
export interface FormDatabase<Input> {
  readAll(): Promise<Changes<Input>>;
  /** Writes in one transaction that outlives the page. Resolves once it is on disk. */
  write(changes: Changes<Input>): Promise<void>;
  close(): void;
}

interface FormDatabaseEvents<Input> {
  /** Another tab has changed something. */
  readonly onChange: (changes: Changes<Input>) => void;
  /** The browser has closed the database; it has to be opened again. */
  readonly onClose: () => void;
}

const NAME = 'nankeen-forms';
const INPUTS = 'inputs';

/** @throws DOMException when the browser keeps nothing */
export async function openFormDatabase<Input>(
  events: FormDatabaseEvents<Input>,
): Promise<FormDatabase<Input>> {
  const opening = indexedDB.open(NAME, 1);
  opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore(INPUTS));
  const database = await toPromise(opening);
  const channel = new BroadcastChannel(NAME);
  channel.addEventListener('message', ({ data }: MessageEvent<Changes<Input>>) => events.onChange(data));
  const close = () => {
    channel.close();
    events.onClose();
  };
  database.addEventListener('close', close);
  database.addEventListener('versionchange', () => {
    database.close();
    close();
  });

  return {
    async readAll() {
      const inputs = database.transaction(INPUTS).objectStore(INPUTS);
      const [keys, values] = await Promise.all([
        toPromise(inputs.getAllKeys()),
        toPromise(inputs.getAll() as IDBRequest<Input[]>),
      ]);
      return keys.map((key, index) => [String(key), values[index]]);
    },
    async write(changes) {
      const transaction = database.transaction(INPUTS, 'readwrite', { durability: 'strict' });
      const inputs = transaction.objectStore(INPUTS);
      for (const [id, input] of changes) {
        if (input) inputs.put(input, id);
        else inputs.delete(id);
      }
      // Without this the browser commits once the page has seen the results; a page that is being left never does.
      transaction.commit();
      await whenCommitted(transaction);
      channel.postMessage(changes);
    },
    close() {
      channel.close();
      database.close();
    },
  };
}
