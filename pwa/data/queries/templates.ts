import { combineLatest, map } from 'rxjs';
import type { Template } from '#shared/collections/templates.ts';
import { createId } from '#shared/kernel/ids.ts';
import { type AppStore, useAppStore } from '../app-store.ts';
import { hasArrived } from '../sync/has-arrived.ts';
import { useQuery } from './use-query.ts';

export type TemplateContent = Pick<Template, 'templateName' | 'templateImage'>;

/** The templates on this device by name, live; `undefined` until they have arrived. */
export function useTemplates(): readonly Template[] | undefined {
  const { connection } = useAppStore();
  const [templates, isComplete] =
    useQuery('templates', ({ database }) => {
      const found = database.templates
        .find({ sort: [{ templateName: 'asc' }] })
        .$.pipe(map((all) => all.map((one) => one.toJSON() as Template)));
      return combineLatest([found, hasArrived({ database, connection }, 'templates')]);
    }) ?? [];
  return isComplete ? templates : undefined;
}

/** One template, live; null if there is none, `undefined` until that is known. */
export function useTemplate(id: string | undefined): Template | null | undefined {
  const { connection } = useAppStore();
  const [template, isComplete] =
    useQuery(`template ${id ?? ''}`, ({ database }) => {
      const found = database.templates
        .findOne(id ?? '')
        .$.pipe(map((one) => one?.toJSON() as Template | undefined));
      return combineLatest([found, hasArrived({ database, connection }, 'templates')]);
    }) ?? [];
  return template ?? (isComplete ? null : undefined);
}

/**
 * Stores a template, new or changed, on this device and pushes it as soon as there is a network.
 * @param toContent the new content, from the newest state on this device
 * @returns its id; `undefined` when it was deleted meanwhile, and then nothing was written
 * @throws AppError `invalid-argument` with the field's path
 */
export async function saveTemplate(
  { localStore }: AppStore,
  toContent: (current: Template | undefined) => TemplateContent,
  id?: string,
): Promise<string | undefined> {
  const store = await localStore.whenOpen();
  const savedId = id ?? createId();
  let isGone = false;
  await store.write('templates', savedId, (current) => {
    isGone = id !== undefined && current === undefined;
    return isGone ? 'keep' : toContent(current);
  });
  return isGone ? undefined : savedId;
}
