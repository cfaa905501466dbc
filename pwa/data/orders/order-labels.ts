import { useMemo, useSyncExternalStore } from 'react';
import * as v from 'valibot';
import { useAppStore, type AppStore } from '../app-store.ts';

/** Labels of draft orders and orders by id, in local storage: they are only for this device. */
const KEY = 'nankeen.orderLabels';
/** The oldest labels are dropped beyond this. */
const MOST = 500;
export const MAX_LABEL_LENGTH = 80;

const labelsSchema = v.record(v.string(), v.string());
export type OrderLabels = v.InferOutput<typeof labelsSchema>;

const listeners = new Set<() => void>();

/** The labels, live and across tabs. */
export function useOrderLabels(): OrderLabels {
  const { storage } = useAppStore();
  const text = useSyncExternalStore(subscribe, () => storage.getItem(KEY));
  return useMemo(() => parse(text), [text]);
}

/** Gives an order a label; an empty one removes it. */
export function labelOrder({ storage }: Pick<AppStore, 'storage'>, id: string, label: string): void {
  const { [id]: _before, ...others } = parse(storage.getItem(KEY));
  const labels = label.trim() === '' ? others : { ...others, [id]: label.slice(0, MAX_LABEL_LENGTH) };
  storage.setItem(KEY, JSON.stringify(Object.fromEntries(Object.entries(labels).slice(-MOST))));
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  // Other tabs.
  addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', listener);
  };
}

function parse(text: string | null): OrderLabels {
  try {
    return v.parse(labelsSchema, JSON.parse(text ?? '{}'));
  } catch {
    return {};
  }
}
