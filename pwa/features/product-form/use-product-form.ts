import { valibotResolver } from '@hookform/resolvers/valibot';
import { createContext, use, useEffect, useEffectEvent, useRef, useState } from 'react';
import { get, useForm, useFormState, type FieldPath, type UseFormReturn } from 'react-hook-form';
import type { Product } from '#shared/collections/products.ts';
import { NO_USER } from '#shared/collections/collection.ts';
import {
  FORM_LISTS,
  mergeForm,
  readProductForm,
  toFormSchema,
  toProductForm,
  type ProductForm,
  type FormField,
} from '#shared/domain/product-form.ts';
import { isJsonEqual, type JsonObject } from '#shared/kernel/json.ts';
import { isPending } from '#shared/sync/write-state.ts';
import { useAppStore } from '#pwa/data/app-store.ts';
import type { UnsentInput } from '#pwa/data/forms/form-store.ts';
import { useToast } from '#pwa/ui/toasts.ts';
import { toFieldTitle } from './form-texts.ts';

/** Somebody else's value of a field that the person changed too. */
export interface Clash {
  readonly theirs: unknown;
  readonly who: string;
  /** ISO time. */
  readonly at: string;
  /** Whether it was a moment ago when the form noticed it. */
  readonly isFresh: boolean;
}
type Clashes = Readonly<Partial<Record<FormField, Clash>>>;

/** What is kept of a form. */
interface KeptContent extends ProductForm {
  readonly clashes?: Clashes;
}

export interface ProductFormState {
  /** See `UnsentInput`. */
  readonly key: string;
  readonly form: UseFormReturn<ProductForm>;
  /** What an earlier page kept of this form, until it is discarded. */
  readonly kept: UnsentInput | undefined;
  discard(): void;
  readonly clashes: Clashes;
  settle(field: FormField, side: 'mine' | 'theirs'): void;
  /** The product that the form began with, or its newest state that the form has taken in. */
  base(): Product | undefined;
  /** Notes files that are being prepared: they belong to the form once that is done. */
  awaitFiles(adding: Promise<void>): void;
  /** Resolves once all files chosen so far are in the form or refused. */
  whenFilesAdded(): Promise<unknown>;
}

/**
 * The form of a product: keeps on the device what is typed, and follows the product while it changes elsewhere.
 * @param product the product as it is now; `undefined` for a new or deleted one
 */
export function useProductForm(key: string, product: Product | undefined): ProductFormState {
  const { forms } = useAppStore();
  const showToast = useToast();
  const [kept, setKept] = useState(() => forms.read(key));
  const addingFiles = useRef<Promise<unknown>>(Promise.resolve());
  const base = useRef((kept?.base as unknown as Product | undefined) ?? product);
  const [keptClashes] = useState(
    (kept?.content as unknown as KeptContent | undefined)?.clashes ?? NO_CLASHES,
  );
  const [clashes, setClashes] = useState(keptClashes);
  const form = useForm<ProductForm>({
    defaultValues: kept ? readProductForm(kept.content) : toProductForm(product),
    resolver: (...parts) => valibotResolver(toFormSchema(toProductForm(base.current)))(...parts),
  });
  const { getValues, reset, setValue, subscribe } = form;

  const keep = useEffectEvent((values: ProductForm) => {
    const { current } = base;
    if (isJsonEqual(values, toProductForm(current))) {
      if (forms.read(key)) forms.remove(key);
      return;
    }
    forms.keep({
      key,
      content: { ...values, clashes: toPast(clashes) } satisfies KeptContent as unknown as JsonObject,
      title: values.productName,
      ...(current && { base: current as unknown as JsonObject, baseWriteId: current.writeId }),
    });
  });
  useEffect(
    () => subscribe({ formState: { values: true }, callback: ({ values }) => keep(values) }),
    [subscribe],
  );

  const keepClashes = useEffectEvent(() => {
    if (clashes !== keptClashes) keep(getValues());
  });
  useEffect(() => keepClashes(), [clashes]);

  const follow = useEffectEvent((newer: Product) => {
    const [before, mine, now] = [toProductForm(base.current), getValues(), toProductForm(newer)];
    if (isJsonEqual(before, now)) return;
    const merged = mergeForm(before, mine, now);
    base.current = newer;
    setFields(setValue, mine, merged.form);
    const found = merged.clashes.map(({ field, theirs }) => [field, { theirs, ...describe(newer) }] as const);
    const unsettled = Object.entries(clashes).filter(([field, { theirs }]) =>
      isJsonEqual(now[field as FormField], theirs),
    );
    setClashes(Object.fromEntries([...unsettled, ...found]));
    const titles = merged.clashes.map(({ field }) => toFieldTitle(field));
    if (titles.length > 0)
      showToast({ text: `${describe(newer).who} changed what you are changing: ${titles.join(', ')}.` });
  });
  useEffect(() => {
    if (product) follow(product);
  }, [product]);

  return {
    key,
    form,
    kept,
    discard() {
      const mine = getValues();
      base.current = product;
      reset(toProductForm(product));
      forms.remove(key);
      setKept(undefined);
      setClashes(NO_CLASHES);
      const act = () => setFields(setValue, getValues(), mine);
      showToast({ text: 'What you typed was discarded.', action: { text: 'Undo', act } });
    },
    clashes,
    settle(field, side) {
      const { [field]: clash, ...others } = clashes;
      setClashes(others);
      if (!clash || side === 'mine') return;
      const mine = getValues();
      setFields(setValue, mine, { ...mine, [field]: clash.theirs });
      const act = () => setFields(setValue, getValues(), { ...getValues(), [field]: mine[field] });
      showToast({ text: 'Their version is in the form.', action: { text: 'Undo', act } });
    },
    base: () => base.current,
    awaitFiles: (adding) => void (addingFiles.current = Promise.all([addingFiles.current, adding])),
    whenFilesAdded: () => addingFiles.current,
  };
}

const NO_CLASHES: Clashes = {};
const LISTS: readonly string[] = FORM_LISTS;

/** Changes only what differs, so that all other controls keep their focus and selection. */
function setFields(
  setValue: UseFormReturn<ProductForm>['setValue'],
  from: ProductForm,
  to: ProductForm,
): void {
  for (const field of Object.keys(to) as FormField[]) {
    const [old, next]: unknown[] = [from[field], to[field]];
    const isSameLength = Array.isArray(old) && Array.isArray(next) && old.length === next.length;
    const parts = LISTS.includes(field) && isSameLength ? [...next.keys()] : [undefined];
    for (const part of parts) {
      const path = part === undefined ? field : `${field}.${part}`;
      const value: unknown = part === undefined ? next : get(to, path);
      if (!isJsonEqual(get(from, path), value))
        setValue(path as FieldPath<ProductForm>, structuredClone(value) as never);
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

function describe(product: Product): Omit<Clash, 'theirs'> {
  const { updatedBy, updatedAt } = product.sync;
  if (isPending(product)) return { who: 'Another window', at: new Date().toISOString(), isFresh: true };
  const who = updatedBy === '' || updatedBy === NO_USER ? 'Somebody' : updatedBy;
  return { who, at: updatedAt, isFresh: Date.now() - Date.parse(updatedAt) < RECENT_MS };
}

const ProductFormContext = createContext<ProductFormState | undefined>(undefined);

export const ProductFormProvider = ProductFormContext.Provider;

/** The form around a field. @throws Error outside a `ProductFormProvider` */
export function useOuterForm(): ProductFormState {
  const state = use(ProductFormContext);
  if (!state) throw new Error('No ProductFormProvider above this component.');
  return state;
}

/** What is wrong with a field, after a submit attempt. */
export function useFieldError(name: FieldPath<ProductForm>): string | undefined {
  const { control } = useOuterForm().form;
  const { errors } = useFormState({ control, name });
  return (get(errors, name) as { readonly message?: string } | undefined)?.message;
}
