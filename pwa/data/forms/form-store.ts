import type { ReadableStore } from '#pwa/create-store.ts';
import type { JsonObject } from '#shared/kernel/json.ts';

/** Input of a form that was not sent yet, as kept on the device. */
export interface UnsentInput {
  /** The form, e.g. `contacts/new`, `products/new/{id}`, `products/{id}`, `templates/{id}`. */
  readonly key: string;
  readonly content: JsonObject;
  /** What a list of unsent forms shows. */
  readonly title?: string;
  /** `writeId` of the document that the form began with. */
  readonly baseWriteId?: string;
  /** Content of the document that the form began with; a three-way merge needs it. */
  readonly base?: JsonObject;
  /** The account that typed it; without one, the device's. */
  readonly accountId?: string;
  /** ISO time of the last change. */
  readonly savedAt: string;
}

/** The unsent input of all forms on this device. Survives a reload, a crash, an ended session and an update. */
export interface FormStore {
  /** Resolves once what earlier pages kept can be read. */
  readonly ready: Promise<void>;
  /** Newest first; `undefined` until loaded. */
  readonly all: ReadableStore<readonly UnsentInput[] | undefined>;
  /** The input of one form; call after `ready`. */
  read(key: string): UnsentInput | undefined;
  /** Keeps the input within 500 ms, in the order of the calls. */
  keep(input: Omit<UnsentInput, 'savedAt' | 'accountId'>): void;
  /** Removes input that was sent or discarded; on disk before the page can be left. */
  remove(key: string): void;
  /** Resolves once everything kept so far is on disk. */
  flush(): Promise<void>;
}
