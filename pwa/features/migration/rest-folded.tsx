import type { ReactNode } from 'react';
import { Fold } from '#pwa/ui/fold.tsx';

interface RestFoldedProps<Item> {
  readonly items: readonly Item[];
  /** Of the beginning; what comes behind is folded away. */
  readonly first: number;
  readonly children: (items: readonly Item[]) => ReactNode;
}

/** So many at once don't hold up the page. */
const STEP = 100;

/** The first of a list, and the others behind one line that says how many they are. */
export function RestFolded<Item>({ items, first, children }: RestFoldedProps<Item>) {
  const rest = items.slice(first);
  return (
    <>
      {children(items.slice(0, first))}
      {rest.length > 0 && (
        <Fold title={`${rest.length.toLocaleString('en-AU')} more`}>
          <RestFolded items={rest} first={STEP}>
            {children}
          </RestFolded>
        </Fold>
      )}
    </>
  );
}
