import type { ReactNode } from 'react';
import { Details } from '#pwa/ui/details.tsx';

interface RestDetailsProps<Item> {
  readonly items: readonly Item[];
  /** How many items to show; the rest is collapsed. */
  readonly first: number;
  readonly children: (items: readonly Item[]) => ReactNode;
}

/** Few enough to render at once without blocking the page. */
const STEP = 100;

/** The first items of a list, and the rest collapsed under its count. */
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
