import type { ReactNode } from 'react';
import { Details } from '#pwa/ui/details.tsx';

interface RestDetailsProps<Item> {
  readonly items: readonly Item[];
  /** Of the beginning; what comes behind is folded away. */
  readonly first: number;
  readonly children: (items: readonly Item[]) => ReactNode;
}

/** So many at once don't hold up the page. */
const STEP = 100;

/** The first of a list, and the others behind one line that says how many they are. */
export function RestDetails<Item>({ items, first, children }: RestDetailsProps<Item>) {
  const rest = items.slice(first);
  return (
    <>
      {children(items.slice(0, first))}
      {rest.length > 0 && (
        <Details title={`${rest.length.toLocaleString('en-AU')} more`}>
          <RestDetails items={rest} first={STEP}>
            {children}
          </RestDetails>
        </Details>
      )}
    </>
  );
}
