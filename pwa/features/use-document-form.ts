import { valibotResolver } from '@hookform/resolvers/valibot';
import { createContext, use, useEffect, useEffectEvent, useRef, useState } from 'react';
import {
  get,
  useForm,
  useFormState,
  type DefaultValues,
  type FieldPath,
  type FieldValues,
  type UseFormReturn,
} from 'react-hook-form';
import type { GenericSchema } from 'valibot';
import { NO_USER, type SyncStamp } from '#shared/collections/collection.ts';
import { mergeForm } from '#shared/domain/merge-form.ts';
import { isJsonEqual, type JsonObject } from '#shared/kernel/json.ts';
import { isPending } from '#shared/sync/write-state.ts';
import { useAppStore } from '#pwa/data/app-store.ts';
import { discardForm, dropFiles } from '#pwa/data/forms/form-files.ts';
import type { UnsentInput } from '#pwa/data/forms/form-store.ts';
import { holdUpdates } from '#pwa/data/store/unfinished-work.ts';
import { useToast } from '#pwa/ui/toasts.ts';

/** Another editor's value of a field that this person has changed as well. */
export interface Clash {
  readonly theirs: unknown;
  readonly who: string;
  /** ISO time. */
  readonly at: string;
  /** Whether it was a moment ago when the form noticed it. */
  readonly isFresh: boolean;
}
type Clashes = Readonly<Record<string, Clash>>;

interface StoredDocument {
  readonly writeId: string;
  readonly sync: SyncStamp;
}

/** How the values of a form belong to its document. */
export interface FormKind<Stored, Values> {
  /** The values for a document, or for a new one. */
  readonly toValues: (stored: Stored | undefined) => Values;
  /** Reads kept input, possibly of another version of the app. */
  readonly readKept: (content: JsonObject) => Values;
  /** @param before values of the stored document */
  readonly toSchema: (before: Values) => GenericSchema<Values>;
  /** What lists of unsent forms show. */
  readonly toTitle: (values: Values) => string;
  /** What a field is called in messages. */
  readonly toFieldTitle: (field: string) => string;
}

/** What is the same for forms of all kinds. */
export interface FormDraft {
  /** See `UnsentInput`. */
  readonly key: string;
  /** What an earlier page kept of this form, until it is discarded. */
  readonly kept: UnsentInput | undefined;
  discard(): void;
  readonly clashes: Clashes;
  settle(field: string, side: 'mine' | 'theirs'): void;
  toFieldTitle(field: string): string;
  /** Notes files that are being prepared: they belong to the form once that is done. */
  awaitFiles(adding: Promise<void>): void;
  /** Resolves once all files chosen so far are in the form or refused. */
  whenFilesAdded(): Promise<unknown>;
}

export interface DocumentFormState<Stored, Values extends FieldValues> extends FormDraft {
  readonly form: UseFormReturn<Values>;
  /** The document that the form began with, or its newest state that the form has taken in. */
  base(): Stored | undefined;
}

/**
 * A form for a document: keeps on the device what is typed, and follows the document while it changes elsewhere.
 * @param kind a constant
 * @param stored the document as it is now; `undefined` for a new or deleted one
 */
export function useDocumentForm<Stored extends StoredDocument, Values extends FieldValues>(
  kind: FormKind<Stored, Values>,
  key: string,
  stored: Stored | undefined,
): DocumentFormState<Stored, Values> {
  const app = useAppStore();
  const { forms } = app;
  const showToast = useToast();
  const [kept, setKept] = useState(() => forms.read(key));
  const addingFiles = useRef<Promise<unknown>>(Promise.resolve());
  const base = useRef((kept?.base as unknown as Stored | undefined) ?? stored);
  /** What this form kept last, or took over from another tab. */
  const newest = useRef(kept?.content);
  /** Who typed here last, also once their session has ended. */
  const typist = useRef(kept?.accountId);
  /** Values of another tab, which are kept already. */
  const mirrored = useRef<Values>(undefined);
  const [keptClashes] = useState((kept?.content['clashes'] as unknown as Clashes | undefined) ?? NO_CLASHES);
  const [clashes, setClashes] = useState(keptClashes);
  const form = useForm<Values>({
    defaultValues: (kept ? kind.readKept(kept.content) : kind.toValues(stored)) as DefaultValues<Values>,
    resolver: (values, context, options) =>
      valibotResolver(kind.toSchema(kind.toValues(base.current)))(values, context, options as never) as never,
  });
  const { getValues, reset, setValue, subscribe } = form;

  const keep = useEffectEvent((values: Values) => {
    const { current } = base;
    mirrored.current = undefined;
    typist.current = app.session.read()?.account?.id ?? typist.current;
    if (isJsonEqual(values, kind.toValues(current))) {
      newest.current = undefined;
      forms.remove(key, typist.current);
      return;
    }
    const content = { ...values, clashes: toPast(clashes) } as unknown as JsonObject;
    newest.current = content;
    forms.keep(
      {
        key,
        content,
        title: kind.toTitle(values),
        ...(current && { base: current as unknown as JsonObject }),
      },
      typist.current,
    );
  });
  const keepTyped = useEffectEvent((values: Values) => {
    if (!isJsonEqual(values, mirrored.current)) keep(values);
  });
  useEffect(
    () => subscribe({ formState: { values: true }, callback: ({ values }) => keepTyped(values) }),
    [subscribe],
  );

  const keepClashes = useEffectEvent(() => {
    if (clashes !== keptClashes) keep(getValues());
  });
  useEffect(() => keepClashes(), [clashes]);

  /** Shows what was typed last, here or in another tab with the same form; also what Undo brings back. */
  const followOtherTab = useEffectEvent(() => {
    const content = forms.read(key)?.content;
    if (!content || content === newest.current) return;
    newest.current = content;
    mirrored.current = kind.readKept(content);
    setFields(setValue, getValues(), mirrored.current);
  });
  useEffect(() => forms.all.subscribe(() => followOtherTab()), [forms]);

  const follow = useEffectEvent((newer: Stored) => {
    const [before, mine, now] = [kind.toValues(base.current), getValues(), kind.toValues(newer)];
    if (isJsonEqual(before, now)) return;
    const merged = mergeForm(before, mine, now);
    base.current = newer;
    setFields(setValue, mine, merged.form);
    const found = merged.clashes.map(({ field, theirs }) => [field, { theirs, ...describe(newer) }] as const);
    const unsettled = Object.entries(clashes).filter(([field, { theirs }]) =>
      isJsonEqual((now as FieldValues)[field], theirs),
    );
    setClashes(Object.fromEntries([...unsettled, ...found]));
    const titles = merged.clashes.map(({ field }) => kind.toFieldTitle(field));
    if (titles.length > 0)
      showToast({ text: `${describe(newer).who} changed what you are changing: ${titles.join(', ')}.` });
  });
  useEffect(() => {
    if (stored) follow(stored);
  }, [stored]);

  /** Files that were added and taken out again are not sent. */
  const leave = useEffectEvent(() => {
    if (!isJsonEqual(getValues(), kind.toValues(base.current))) return;
    void addingFiles.current.then(() => dropFiles(app, key));
  });
  useEffect(() => () => leave(), []);

  return {
    key,
    form,
    kept,
    discard() {
      base.current = stored;
      const act = discardForm(app, key);
      reset(kind.toValues(stored));
      setKept(undefined);
      setClashes(NO_CLASHES);
      showToast({ text: 'What you typed was discarded.', action: { text: 'Undo', act } });
    },
    clashes,
    settle(field, side) {
      const { [field]: clash, ...others } = clashes;
      setClashes(others);
      if (!clash || side === 'mine') return;
      const mine = getValues();
      setFields(setValue, mine, { ...mine, [field]: clash.theirs });
      const act = () => setFields(setValue, getValues(), { ...getValues(), [field]: mine[field] as unknown });
      showToast({ text: 'Their version is in the form.', action: { text: 'Undo', act } });
    },
    toFieldTitle: kind.toFieldTitle,
    base: () => base.current,
    awaitFiles(adding) {
      // A reload would lose the files that are not kept yet.
      addingFiles.current = Promise.all([addingFiles.current, adding.finally(holdUpdates())]);
    },
    whenFilesAdded: () => addingFiles.current,
  };
}

const NO_CLASHES: Clashes = {};

/** Changes only what differs, so that all other controls keep their focus and selection. */
function setFields<Values extends FieldValues>(
  setValue: UseFormReturn<Values>['setValue'],
  from: Values,
  to: Values,
): void {
  for (const field of Object.keys(to)) {
    const [old, next]: unknown[] = [from[field], to[field]];
    const isSameLength = Array.isArray(old) && Array.isArray(next) && old.length === next.length;
    const parts = isSameLength ? [...next.keys()] : [undefined];
    for (const part of parts) {
      const path = part === undefined ? field : `${field}.${part}`;
      const value: unknown = part === undefined ? next : get(to, path);
      if (!isJsonEqual(get(from, path), value))
        setValue(path as FieldPath<Values>, structuredClone(value) as never);
    }
  }
}

/** As they are when the form comes back. */
function toPast(clashes: Clashes): Clashes {
  return Object.fromEntries(
    Object.entries(clashes).map(([field, clash]) => [field, { ...clash, isFresh: false }]),
  );
}

const RECENT_MS = 60_000;

function describe(stored: StoredDocument): Omit<Clash, 'theirs'> {
  const { updatedBy, updatedAt } = stored.sync;
  if (isPending(stored)) return { who: 'Another window', at: new Date().toISOString(), isFresh: true };
  const who = updatedBy === '' || updatedBy === NO_USER ? 'Someone' : updatedBy;
  return { who, at: updatedAt, isFresh: Date.now() - Date.parse(updatedAt) < RECENT_MS };
}

const FormDraftContext = createContext<FormDraft | undefined>(undefined);

export const FormDraftProvider = FormDraftContext.Provider;

/** The form around a field. @throws Error outside a `FormDraftProvider` */
export function useFormDraft(): FormDraft {
  const draft = use(FormDraftContext);
  if (!draft) throw new Error('No FormDraftProvider above this component.');
  return draft;
}

/** What is wrong with a field, after a submit attempt. */
export function useFieldError(name: string): string | undefined {
  const { errors } = useFormState({ name });
  return (get(errors, name) as { readonly message?: string } | undefined)?.message;
}
