import type { Session } from '#shared/api/messages.ts';
import type { JsonObject } from '#shared/kernel/json.ts';
import { createStore, type ReadableStore } from '#pwa/create-store.ts';
import { logNotice } from '../log.ts';
import { untilSaved } from '../store/unfinished-work.ts';
import { openFormDatabase, type Changes, type FormDatabase } from './form-database.ts';

/** Input of a form that was not sent yet, as kept on the device. */
export interface UnsentInput {
  /** The form, e.g. `contacts/new`, `products/new/{draft}`, `products/{id}`, `templates/{id}`. */
  readonly key: string;
  readonly content: JsonObject;
  /** What the list of unsent forms shows. Without one it isn't listed: what it belongs to is listed itself. */
  readonly title?: string;
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
  /** Those of the signed-in account and of the device, newest first; `undefined` until loaded. */
  readonly all: ReadableStore<readonly UnsentInput[] | undefined>;
  /** The input of one form; call after `ready`. */
  read(key: string): UnsentInput | undefined;
  /**
   * Keeps the input within 500 ms, in the order of the calls; an update waits for it. Call after `ready`.
   * @param typist whose input it is once their session has ended
   */
  keep(input: Omit<UnsentInput, 'savedAt' | 'accountId'>, typist?: string): void;
  /** Removes input that was sent or discarded; on disk before the page can be left. @param typist as of `keep` */
  remove(key: string, typist?: string): void;
  /** What an account has typed on this device, signed in or not. Empty until `ready`. */
  listOf(accountId: string): readonly UnsentInput[];
  /** Removes all input of an account from this device. */
  discard(accountId: string): Promise<void>;
  /** Resolves once everything kept so far is on disk. */
  flush(): Promise<void>;
}

interface FormStoreParts {
  readonly session: ReadableStore<Session | undefined>;
  readonly now: () => number;
  readonly openDatabase?: typeof openFormDatabase<UnsentInput>;
}

/** From a change to its write, which so comes after the change is painted, and costs a fast typist little. */
const WRITE_AFTER_MS = 200;
/** A database that takes longer to open is blocked: the page goes on without it. */
const LONGEST_OPENING_MS = 3000;

/** Without a database, input lasts as long as the page. */
export function createFormStore({
  session,
  now,
  openDatabase = openFormDatabase,
}: FormStoreParts): FormStore {
  /** By id, in the order of their changes. */
  const inputs = new Map<string, UnsentInput>();
  const shown = createStore<readonly UnsentInput[] | undefined>(undefined);
  let unwritten = new Map<string, UnsentInput | undefined>();
  let database: FormDatabase<UnsentInput> | undefined;
  let opening: Promise<void> | undefined;
  let written: Promise<unknown> = Promise.resolve();
  let writing = 0;
  let writingSoon: ReturnType<typeof setTimeout> | undefined;
  let isLoaded = false;
  let releaseUpdates: (() => void) | undefined;

  const accountId = () => session.read()?.account?.id;

  function show(): void {
    if (!isLoaded) return;
    const own = [...inputs.values()].filter(isVisible).toReversed().sort(byTime);
    shown.set(own);
  }

  /** Whether it is the account's, or the device's without one of the account in its place. */
  function isVisible(input: UnsentInput): boolean {
    const owner = accountId();
    return (
      input.accountId === owner || (input.accountId === undefined && !inputs.has(toId(input.key, owner)))
    );
  }

  function set(id: string, input: UnsentInput | undefined): void {
    inputs.delete(id);
    if (input) inputs.set(id, input);
  }

  function change(id: string, input: UnsentInput | undefined): void {
    set(id, input);
    unwritten.set(id, input);
    holdUpdates();
  }

  /** An update of the app waits until all input is on disk, or sent where there is none. */
  function holdUpdates(): void {
    const isUnsaved = writing > 0 || [...unwritten.values()].some((input) => input !== undefined);
    if (isUnsaved) {
      if (!releaseUpdates) void untilSaved(() => new Promise<void>((resolve) => (releaseUpdates = resolve)));
    } else {
      releaseUpdates?.();
      releaseUpdates = undefined;
    }
  }

  /** Takes over what is on disk, unless this page has a newer state. */
  function merge(changes: Changes<UnsentInput>): void {
    for (const [id, input] of changes) if (!unwritten.has(id)) set(id, input);
    show();
  }

  async function open(): Promise<void> {
    try {
      const opened = await openDatabase({
        onChange: merge,
        onClose() {
          database = undefined;
          opening = undefined;
        },
      });
      merge(await opened.readAll());
      database = opened;
      write();
    } catch (error) {
      logNotice('Unsent input lasts only as long as this page.', error);
    }
  }

  function whenOpen(): Promise<void> {
    return (opening ??= open());
  }

  /** Hands all changes to the browser before it returns. */
  function write(): void {
    if (!database || unwritten.size === 0) return;
    const changes = unwritten;
    unwritten = new Map();
    writing += 1;
    const wrote = database
      .write([...changes])
      .catch((error: unknown) => {
        logNotice('Unsent input could not be written:', error);
        unwritten = new Map([...changes, ...unwritten]);
      })
      .finally(() => {
        writing -= 1;
        holdUpdates();
      });
    written = Promise.all([written, wrote]);
  }

  function writeSoon(): void {
    writingSoon ??= setTimeout(() => {
      writingSoon = undefined;
      write();
    }, WRITE_AFTER_MS);
  }

  session.subscribe(show);
  for (const leaving of ['pagehide', 'visibilitychange']) globalThis.addEventListener?.(leaving, write);
  const tooLong = new Promise<void>((resolve) => setTimeout(resolve, LONGEST_OPENING_MS));
  const ready = Promise.race([whenOpen(), tooLong]).then(() => {
    isLoaded = true;
    show();
  });

  return {
    ready,
    all: shown,
    read: (key) => shown.read()?.find((input) => input.key === key),
    keep(input, typist) {
      const owner = accountId() ?? typist;
      const id = toId(input.key, owner);
      // What was typed before the sign-in is the account's from now on.
      if (owner !== undefined && !inputs.has(id)) change(toId(input.key), undefined);
      const savedAt = new Date(now()).toISOString();
      change(id, { ...input, ...(owner !== undefined && { accountId: owner }), savedAt });
      void whenOpen().then(writeSoon);
      show();
    },
    remove(key, typist) {
      const id = toId(key, accountId() ?? typist);
      change(inputs.has(id) ? id : toId(key), undefined);
      write();
      show();
    },
    listOf: (id) => [...inputs.values()].filter((input) => input.accountId === id),
    async discard(id) {
      for (const [inputId, input] of inputs) if (input.accountId === id) change(inputId, undefined);
      write();
      show();
      await written;
    },
    async flush() {
      write();
      await written;
    },
  };
}

function toId(key: string, accountId = ''): string {
  return `${accountId}|${key}`;
}

function byTime(a: UnsentInput, b: UnsentInput): number {
  return b.savedAt.localeCompare(a.savedAt);
}
