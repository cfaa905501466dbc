import type { ComponentType } from 'react';
import { useSearchParams } from 'react-router-dom';
import { EmptyState } from '#pwa/ui/empty-state.tsx';
import { Field } from '#pwa/ui/field.tsx';
import { RowList } from '#pwa/ui/row-list.tsx';
import { LoadingText } from '#pwa/ui/skeleton.tsx';
import { TextInput } from '#pwa/ui/text-input.tsx';
import { ViewLinks } from '#pwa/ui/view-links.tsx';
import styles from './desk.module.css';
import { OfflineNotice } from './offline-notice.tsx';

/** A view of a list of the staff. */
export interface DeskView<Item> {
  /** In the address; that of the first view is left out. */
  readonly name: string;
  readonly title: string;
  /** Title and text of the empty view. */
  readonly none: string;
  readonly about: string;
  readonly isIn: (item: Item) => boolean;
}

interface DeskListProps<Item> {
  readonly path: string;
  /** What is listed, e.g. `orders`. */
  readonly noun: { readonly one: string; readonly many: string };
  readonly views: readonly [DeskView<Item>, ...DeskView<Item>[]];
  /** Newest first; `undefined` while the local store opens. */
  readonly items: readonly Item[] | undefined;
  /** Whether all of them are on this device, as far as is known offline. */
  readonly isComplete: boolean;
  /** What a search looks at, in words. */
  readonly searched: string;
  /** The text that a search looks in. */
  readonly toText: (item: Item) => string;
  readonly toKey: (item: Item) => string;
  readonly ItemRow: ComponentType<{ readonly item: Item }>;
}

/** Rows shown at most. A search finds the others. */
const LIMIT = 200;

/** What staff work through: by state or by search, from this device, also without a connection. */
export function DeskList<Item>(props: DeskListProps<Item>) {
  const { path, noun, views, items, isComplete, searched, toText, toKey, ItemRow } = props;
  const [query, setQuery] = useSearchParams();
  const search = query.get('search') ?? '';
  const isSearching = search.trim() !== '';
  const view = views.find(({ name }) => name === query.get('view')) ?? views[0];
  const inView = ({ isIn }: DeskView<Item>) => items?.filter(isIn) ?? [];
  // A search looks in every state.
  const shown = isSearching ? (items ?? []).filter((item) => hasWords(toText(item), search)) : inView(view);
  return (
    <div className={styles.parts}>
      <ViewLinks
        label={`${toSentence(noun.many)} by state`}
        links={views.map((one, index) => ({
          to: index === 0 ? path : `${path}?view=${one.name}`,
          text: one.title,
          ...(items && { count: inView(one).length }),
          isCurrent: !isSearching && one === view,
        }))}
      />
      <div className={styles.search}>
        <Field label={toSentence(searched)}>
          {(control) => (
            <TextInput
              {...control}
              type="search"
              autoComplete="off"
              value={search}
              onChange={({ target: { value } }) =>
                setQuery(value === '' ? {} : { search: value }, { replace: true })
              }
            />
          )}
        </Field>
      </div>
      <OfflineNotice tone="calm">
        These are the {noun.many} on this device. What you do is kept and sent with the next connection.
      </OfflineNotice>
      {!items && <LoadingText>Loading the {noun.many} …</LoadingText>}
      {items && !isComplete && <p role="status">More {noun.many} are on their way to this device …</p>}
      {items && shown.length === 0 && (
        <EmptyState title={isSearching ? `No ${noun.one} found` : view.none}>
          {isSearching ? `Search by ${searched}.` : view.about}
        </EmptyState>
      )}
      {shown.length > 0 && (
        <RowList label={isSearching ? `${toSentence(noun.many)} found` : view.title}>
          {shown.slice(0, LIMIT).map((item) => (
            <ItemRow key={toKey(item)} item={item} />
          ))}
        </RowList>
      )}
      {shown.length > LIMIT && (
        <p className={styles.soft}>These are the newest {LIMIT}. Search for the others.</p>
      )}
    </div>
  );
}

function hasWords(text: string, search: string): boolean {
  const lower = text.toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => lower.includes(word));
}

const toSentence = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);
